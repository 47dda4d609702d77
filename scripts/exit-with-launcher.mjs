// Preloaded into a server that run.mjs starts. Its standard input is a pipe from the launcher, which ends with the launcher even after kill -9.
process.stdin.once('close', () => process.kill(process.pid, 'SIGTERM'))
process.stdin.on('error', () => {})
process.stdin.resume()
process.stdin.unref()
