import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Runtimes that tests start, with the npm packages that hold their programs: 90 to 160 MB each, too much for every installation. */
const runtimes = {
  bun: {
    version: '1.4.5',
    program: 'bin/bun',
    packages: {
      'linux-x64': '@oven/bun-linux-x64',
      'linux-arm64': '@oven/bun-linux-aarch64',
      'darwin-x64': '@oven/bun-darwin-x64',
      'darwin-arm64': '@oven/bun-darwin-aarch64',
    },
  },
  deno: {
    version: '2.9.6',
    program: 'deno',
    packages: {
      'linux-x64': '@deno/linux-x64-glibc',
      'linux-arm64': '@deno/linux-arm64-glibc',
      'darwin-x64': '@deno/darwin-x64',
      'darwin-arm64': '@deno/darwin-arm64',
    },
  },
  workerd: {
    version: '1.20261117.1',
    program: 'bin/workerd',
    packages: {
      'linux-x64': '@cloudflare/workerd-linux-64',
      'linux-arm64': '@cloudflare/workerd-linux-arm64',
      'darwin-x64': '@cloudflare/workerd-darwin-64',
      'darwin-arm64': '@cloudflare/workerd-darwin-arm64',
    },
  },
} as const

/** Returns the program of a runtime. It is downloaded from npm once, to `node_modules/.cache/pf`. */
export function runtimeProgram(name: keyof typeof runtimes): string {
  const { version, program, packages } = runtimes[name]
  const own: string | undefined = (packages as Record<string, string>)[`${process.platform}-${process.arch}`]
  if (own === undefined) throw new Error(`The tests know no package with ${name} for ${process.platform} on ${process.arch}.`)
  const cache = join(process.cwd(), 'node_modules', '.cache', 'pf', `${name}-${version}`)
  const found = join(cache, 'node_modules', own, program)
  if (existsSync(found)) return found
  mkdirSync(cache, { recursive: true })
  writeFileSync(join(cache, 'package.json'), '{"private":true}')
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', `${own}@${version}`], { cwd: cache, stdio: 'pipe' })
  return found
}
