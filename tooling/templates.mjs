// Builds apps that are created by the commands of their own templates, with the packages of this repository. Started by hand:
//   npm run pf -- node tooling/templates.mjs [template …] [--with npm,pnpm,yarn]
// Each app is made in a new temporary folder without a lock file of this repository, gets the packages by `npm run pack`, and runs its own build.
// PF_RESOLUTIONS='{"name":"npm:other@1.0.0"}' replaces packages that a registry does not have: yarn 1 also requests
// optional packages of other platforms.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const chat = resolve('tooling/templates/next/chat.tsx')
const route = resolve('tooling/templates/next/route.ts')
const page = ['agui-adapter', 'react-renderers']
const server = [...page, 'planner', 'registry', 'core']
const next = (flag) => ({
  create: [
    'npx',
    '-y',
    'create-next-app@latest',
    'app',
    '--ts',
    '--app',
    flag,
    '--no-src-dir',
    '--cache-components',
    '--skip-install',
    '--disable-git',
    '--yes',
  ],
  packages: server,
  more: ['openai', 'zod'],
  write(app) {
    cpSync(chat, join(app, 'app/chat.tsx'))
    writeFileSync(join(app, 'app/page.tsx'), "import Chat from './chat'\n\nexport default function Page() {\n  return <Chat />\n}\n")
    mkdirSync(join(app, 'app/api/[...pf]'), { recursive: true })
    cpSync(route, join(app, 'app/api/[...pf]/route.ts'))
  },
})
const vite = (template, version = 'latest') => ({
  create: ['npm', 'create', '-y', `vite@${version}`, 'app', '--', '--template', template, '--no-interactive'],
  packages: page,
  write: (app) => cpSync(chat, join(app, 'src/App.tsx')),
})
const templates = {
  'vite-react-ts': vite('react-ts'),
  // create-vite 9 no longer has a template with SWC.
  'vite-react-swc-ts': vite('react-swc-ts', '8'),
  next: next('--no-tailwind'),
  'next-tailwind': next('--tailwind'),
  webpack: {
    packages: page,
    more: ['react', 'react-dom', 'webpack', 'webpack-cli', 'css-loader', 'style-loader'],
    write(app) {
      mkdirSync(join(app, 'src'), { recursive: true })
      cpSync(resolve('tooling/templates/webpack'), app, { recursive: true })
    },
  },
}

const words = process.argv.slice(2)
const at = words.indexOf('--with')
const managers = at >= 0 ? words[at + 1].split(',') : ['npm', 'pnpm', 'yarn']
const chosen = (at >= 0 ? words.slice(0, at) : words).filter((word) => word !== '--')
const install = {
  npm: ['npm', 'install', '--no-audit', '--no-fund', '--prefer-offline'],
  // pnpm fails if install scripts have not been approved; none of them is needed.
  pnpm: ['pnpm', 'install', '--no-frozen-lockfile', '--prefer-offline', '--ignore-scripts'],
  yarn: ['npx', '-y', 'yarn@1', 'install', '--no-progress', '--non-interactive'],
}
let failed = 0
for (const name of chosen.length > 0 ? chosen : Object.keys(templates)) for (const manager of managers) build(name, manager)
process.exit(failed === 0 ? 0 : 1)

function build(name, manager) {
  const { create, packages, more = [], write } = templates[name]
  const folder = mkdtempSync(join(tmpdir(), 'pf-template-'))
  const app = join(folder, 'app')
  const from = Date.now()
  try {
    if (create) run(create, folder)
    else writeFileSync(join(made(app), 'package.json'), '{ "name": "app", "private": true, "scripts": { "build": "webpack" } }\n')
    write(app)
    run(['node', resolve('scripts/pack-into.mjs'), app, ...packages], process.cwd())
    addDependencies(app, more)
    run(install[manager], app)
    run(manager === 'yarn' ? ['npx', '-y', 'yarn@1', 'run', 'build'] : [manager, 'run', 'build'], app)
    console.log(`ok   ${name} with ${manager} (${((Date.now() - from) / 1000).toFixed(0)} s)`)
  } catch (error) {
    failed++
    console.log(`FAIL ${name} with ${manager}: ${error.message}`)
  } finally {
    if (!process.env.PF_KEEP) rmSync(folder, { recursive: true, force: true })
    else console.log(folder)
  }
}

function made(folder) {
  mkdirSync(folder, { recursive: true })
  return folder
}

function addDependencies(app, names) {
  const file = join(app, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  manifest.dependencies = { ...manifest.dependencies, ...Object.fromEntries(names.map((name) => [name, 'latest'])) }
  manifest.resolutions = { ...manifest.resolutions, ...JSON.parse(process.env.PF_RESOLUTIONS ?? '{}') }
  writeFileSync(file, JSON.stringify(manifest, null, 2))
}

/** Runs a program without the variables of the package manager that started this script, and without an API key. */
function run([file, ...args], cwd) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_(?!config_(registry|cache|userconfig))|pnpm_|init_cwd|node_env|openai_)/i.test(name)),
  )
  const quiet = { CI: 'true', DO_NOT_TRACK: '1', NEXT_TELEMETRY_DISABLED: '1', NEXT_FONT_GOOGLE_MOCKED_RESPONSES: resolve('tooling/templates/fonts.js') }
  const { status, stdout, stderr } = spawnSync(file, args, {
    cwd,
    encoding: 'utf8',
    env: { ...env, ...quiet },
    shell: process.platform === 'win32',
    maxBuffer: 1e8,
  })
  if (status !== 0) throw new Error(`${[file, ...args].join(' ')} ended with ${status}\n${`${stdout}${stderr}`.slice(-3_000)}`)
}
