// Makes an app with create-pf-app, and packs the packages of this repository into it, so that no registry has to have them:
//   npm run create -- ../my-agent --template vite-hono
import { spawnSync } from 'node:child_process'
import { manifest } from '../packages/create-pf-app/src/create-project.ts'
import { nodeFault, runCommand } from '../packages/create-pf-app/src/run-command.ts'

const root = process.cwd()
const caller = process.env.INIT_CWD ?? root
let said = ''
try {
  process.chdir(caller)
  const args = process.argv.slice(2).filter((word) => word !== '--')
  const project = await runCommand(args, {
    cwd: caller,
    env: process.env,
    nodeVersion: process.versions.node,
    print: (text) => {
      said = text
    },
  })
  process.chdir(root)
  if (project) {
    console.log('packing the packages into it (up to three minutes the first time, seconds later)')
    const { status, stdout } = spawnSync(process.execPath, ['scripts/pack-into.mjs', project.folder], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    if (status !== 0) throw new Error(`${project.folder} is made, but without the packages:\n${stdout}`)
  }
  console.log(said)
  const { PF_CALLER_NODE: node = process.versions.node } = process.env
  const needed = manifest.engines.node
  if (nodeFault(needed, node) !== undefined)
    console.log(`\nThe app needs Node ${needed.slice(2)} or newer, and yours is ${node}: install a newer one first, for example from https://nodejs.org.`)
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
