import { spawn } from 'node:child_process'

const children = new Set()

/** Runs a program to its end. Its output is either printed while it arrives, or returned. */
export function run([file, args], { show = false, env = {} } = {}) {
  return new Promise((done) => {
    const child = spawn(file, args, { stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'], env: { ...process.env, ...env } })
    children.add(child)
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        text += chunk
      })
    const end = (result) => {
      children.delete(child)
      done(result)
    }
    child.once('error', (error) => end({ code: 127, text: String(error) }))
    child.once('close', (code, signal) => end({ code: code ?? 1, text: signal ? `${text}\nended by ${signal}` : text }))
  })
}

/** Forwards signals to the running programs, and then exits. */
export function stopWithUs() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      for (const child of children) child.kill(signal)
      process.exit(130)
    })
}
