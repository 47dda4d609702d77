import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

// Apps that `node tooling/templates.mjs` builds: they need the npm registry and a minute each. PF_TEMPLATES=all builds every combination.
const names = ['vite-react-ts', 'vite-react-swc-ts', 'next', 'next-tailwind', 'webpack']
const all = names.flatMap((name) => ['npm', 'pnpm', 'yarn'].map((manager) => [name, manager] as const))
const some = [
  ['vite-react-ts', 'pnpm'],
  ['next', 'npm'],
] as const

it.each(process.env.PF_TEMPLATES === 'all' ? all : some)(
  '[prod-08] the app of the template %s installs the packed packages with %s and builds',
  { timeout: 1_200_000 },
  (template, manager) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['tooling/templates.mjs', template, '--with', manager], { encoding: 'utf8' })
    expect({ status, output: stdout + stderr }).toEqual({ status: 0, output: expect.stringMatching(/^ok {3}/) })
  },
)
