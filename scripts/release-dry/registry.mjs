import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort, run, until } from './processes.mjs'

const VERDACCIO = '6.10.4'

/**
 * Starts a registry on loopback in a folder, which accepts the packages `names` and fetches everything else from the registry of npm's
 * settings, and creates a user that may publish. `onChild` gets the process of the registry at once. Resolves to two environments:
 * `publishing` for what publishes to the registry, and `local` for what installs from it, which also has caches of its own.
 */
export async function startRegistry({ folder, names, env, onChild }) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const upstream = run(['npm', 'config', 'get', 'registry'], folder, { ...env, ...callersNpm() }).trim()
  const own = [...names, '@pf/*'].map((name) => `  '${name}':\n    access: $all\n    publish: $authenticated`)
  const lines = [
    `storage: ${JSON.stringify(join(folder, 'registry'))}`,
    `auth:\n  htpasswd:\n    file: ${JSON.stringify(join(folder, 'users'))}`,
    `uplinks:\n  upstream:\n    url: ${JSON.stringify(upstream)}\n    timeout: 60s\n    max_fails: 20`,
    `packages:\n${own.join('\n')}\n  '**':\n    access: $all\n    proxy: upstream`,
    'max_body_size: 100mb',
    'log: { type: stdout, format: json, level: warn }',
  ]
  writeFileSync(join(folder, 'registry.yaml'), `${lines.join('\n')}\n`)
  const tool = join(folder, 'registry-tool')
  mkdirSync(tool)
  writeFileSync(join(tool, 'package.json'), `${JSON.stringify({ private: true, dependencies: { verdaccio: VERDACCIO } })}\n`)
  // A package of verdaccio depends on the tag `cjs` of node-fetch, which mirrors of the registry may not have. This version has the tag.
  writeFileSync(join(tool, 'pnpm-workspace.yaml'), 'packages: []\noverrides:\n  node-fetch: 2.7.0\n')
  run(['pnpm', 'install', '--ignore-scripts', '--prefer-offline'], tool, { ...env, ...callersNpm() })
  const child = spawn(process.execPath, ['node_modules/verdaccio/bin/verdaccio', '--config', join(folder, 'registry.yaml'), '--listen', `127.0.0.1:${port}`], {
    cwd: tool,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  onChild(child)
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  await until(
    async () => {
      if (child.exitCode !== null) throw new Error(`verdaccio ended with ${child.exitCode}:\n${said.slice(-2_000)}`)
      return (await fetch(`${url}-/ping`)).ok
    },
    60_000,
    'verdaccio',
  )
  const response = await fetch(`${url}-/user/org.couchdb.user:release`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'release', password: 'only-on-loopback' }),
  })
  const { token } = await response.json()
  if (!token) throw new Error(`verdaccio made no user: ${response.status}`)
  const settings = join(folder, 'npmrc')
  writeFileSync(settings, `registry=${url}\n${url.replace('http:', '')}:_authToken=${token}\nfund=false\naudit=false\nupdate-notifier=false\n`)
  const publishing = { ...env, npm_config_registry: url, npm_config_userconfig: settings, pnpm_config_registry: url }
  const local = {
    ...publishing,
    npm_config_cache: join(folder, 'npm-cache'),
    pnpm_config_store_dir: join(folder, 'pnpm-store'),
    pnpm_config_minimum_release_age: '0',
    YARN_CACHE_FOLDER: join(folder, 'yarn-cache'),
    YARN_REGISTRY: url,
    XDG_CACHE_HOME: join(folder, 'cache'),
    XDG_DATA_HOME: join(folder, 'data'),
  }
  return { publishing, local }
}

/** The user settings of npm of the caller, such as the registry and the certificates of a company. */
function callersNpm() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => /^npm_config_(registry|userconfig|cafile|.*proxy)$/i.test(name)))
}
