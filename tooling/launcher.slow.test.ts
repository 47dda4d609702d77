import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterEach, expect, it } from 'vitest'

let launcher: ChildProcess | undefined
afterEach(() => launcher?.kill())

/** Starts the demo on a free port and resolves to its address. */
async function start(file: string, args: string[]): Promise<string> {
  launcher = spawn(file, args, { env: { ...process.env, PORT: '0' }, stdio: ['ignore', 'pipe', 'inherit'] })
  if (!launcher.stdout) throw new Error('The launcher has no output.')
  for await (const line of createInterface(launcher.stdout)) {
    const address = /^open (http:\S+)/.exec(line)?.[1]
    if (address) return address
  }
  throw new Error('The demo printed no address.')
}

it.each([
  ['the launcher', process.execPath, ['scripts/run.mjs', 'demo']],
  ['npm', 'npm', ['run', '--silent', 'demo']],
])('the server of the demo ends when %s is killed with SIGKILL', { timeout: 300_000 }, async (_, file, args) => {
  const address = await start(file, args)
  expect((await fetch(address)).status).toBe(200)
  launcher?.kill('SIGKILL')
  if (launcher) await once(launcher, 'exit')
  await expect
    .poll(
      () =>
        fetch(address).then(
          ({ status }) => status,
          () => 'ended',
        ),
      { timeout: 30_000, interval: 200 },
    )
    .toBe('ended')
})
