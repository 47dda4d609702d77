import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Runs a command to its end. Returns its output. Throws an Error with the end of the output if it fails. */
export function run([file, ...args], cwd, env) {
  const { status, stdout, stderr, error } = spawnSync(file, args, {
    cwd,
    env,
    encoding: 'utf8',
    maxBuffer: 1e8,
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`${[file, ...args].join(' ')} ended with ${status ?? error}\n${`${stdout}${stderr}`.slice(-3_000)}`)
  return stdout
}

/** Returns a port of loopback that nothing uses now. */
export async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  await new Promise((done) => probe.close(done))
  return port
}

/** Waits until `isReady` resolves to true; a refused connection counts as false. Throws an Error that names `what` after `ms` milliseconds. */
export async function until(isReady, ms, what) {
  const end = Date.now() + ms
  for (;;) {
    try {
      if (await isReady()) return
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
    }
    if (Date.now() > end) throw new Error(`${what} did not start within ${ms / 1000} s`)
    await new Promise((done) => setTimeout(done, 200))
  }
}

/** Ends a process that was spawned with `detached`, with those that it started. */
export function stop(child) {
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid)
  } catch {
    // It has ended already.
  }
}
