import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Starts a file of this folder. It ends with this process, however this process ends, because the channel between them closes. */
export function startChild(file: string, env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url))], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // A group of its own, so that Ctrl-C reaches the launcher only: it ends the nodes before the database.
    detached: true,
  })
}

/** The value that a child sends under a name; rejects when the child ends before. */
export function receive<Value>(child: ChildProcess, name: string): Promise<Value> {
  return new Promise((resolve, reject) => {
    child.on('message', (message: Record<string, Value>) => {
      const value = message[name]
      if (value !== undefined) resolve(value)
    })
    child.once('error', reject)
    child.once('exit', (code, signal) => reject(new Error(`${child.spawnargs.at(-1)} ended with ${signal ?? code}.`)))
  })
}

/** Ends a child, after three seconds by force. */
export async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  const force = setTimeout(() => child.kill('SIGKILL'), 3_000)
  child.kill('SIGTERM')
  await ended
  clearTimeout(force)
}
