// Runs every generator of the project in its checking mode: the committed output must equal the output that it would write now.
import { spawnSync } from 'node:child_process'

const generators = [['packages/registry', 'scripts/generate.ts', '--check']]
let bad = 0
for (const [folder, ...args] of generators) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--conditions=pf-source', ...args], { cwd: folder, encoding: 'utf8' })
  if (status === 0) continue
  bad++
  console.error(`${folder}: generated files are not up to date\n${stdout}${stderr}`)
}
process.exit(bad ? 1 : 0)
