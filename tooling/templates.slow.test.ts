import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

// Two of the apps that `node tooling/templates.mjs` builds: they need the npm registry and a minute each.
it.each([
  ['vite-react-ts', 'pnpm'],
  ['next', 'npm'],
])('[prod-08] the app of the template %s installs the packed packages with %s and builds', { timeout: 600_000 }, (template, manager) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tooling/templates.mjs', template, '--with', manager], { encoding: 'utf8' })
  expect({ status, output: stdout + stderr }).toEqual({ status: 0, output: expect.stringMatching(/^ok {3}/) })
})
