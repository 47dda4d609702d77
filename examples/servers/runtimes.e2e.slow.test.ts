import { execFileSync } from 'node:child_process'
import { beforeAll, describe } from 'vitest'
import { runtimeProgram } from '../../tooling/test-support/runtime.ts'
import { checkServer } from './check-server.ts'
import manifest from './package.json' with { type: 'json' }

/** Returns the arguments of a script, on another port than 4000. */
const argsOf = (name: keyof typeof manifest.scripts, port: number) => manifest.scripts[name].replace(' 4000', ` ${port}`).split(' ').slice(1)

describe('Bun', () => checkServer((port) => ({ program: runtimeProgram('bun'), args: argsOf('bun', port) })))

describe('Deno', () => checkServer((port) => ({ program: runtimeProgram('deno'), args: argsOf('deno', port) })))

describe('workerd', () => {
  beforeAll(() => {
    execFileSync('pnpm', ['run', 'edge:build', '--log-level=warning'], { cwd: import.meta.dirname, stdio: 'inherit' })
  })
  checkServer((port) => ({
    program: runtimeProgram('workerd'),
    args: [...argsOf('edge', port), `--socket-addr=http=127.0.0.1:${port}`],
  }))
})

describe('Next', () => {
  // Installing and building it takes minutes on a busy machine.
  beforeAll(() => {
    execFileSync(process.execPath, [...argsOf('next', 4000), 'build'], { cwd: import.meta.dirname, stdio: 'inherit' })
  }, 600_000)
  checkServer((port) => ({ program: process.execPath, args: [...argsOf('next', port), 'start'], basePath: '/api' }))
})
