import { spawn } from 'node:child_process'

let child

/** Runs a program to its end; its output is shown as it comes or returned. */
export function run([file, args], { show = false, env = {} } = {}) {
  return new Promise((done) => {
    child = spawn(file, args, { stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'], env: { ...process.env, ...env } })
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        text += chunk
      })
    child.once('error', (error) => done({ code: 127, text: String(error) }))
    child.once('close', (code, signal) => done({ code: code ?? 1, text: signal ? `${text}\nended by ${signal}` : text }))
  })
}

/** Hands our signals to the program that runs, then leaves. */
export function stopWithUs() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      child?.kill(signal)
      process.exit(130)
    })
}
