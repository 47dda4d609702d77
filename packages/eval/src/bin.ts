#!/usr/bin/env node
import { main } from './commands/main.ts'

const cancel = new AbortController()
const stop = () => {
  // The second time, the user does not want to wait for what is being written.
  if (cancel.signal.aborted) process.exit(130)
  process.stderr.write('Ending. What was measured is kept; press Ctrl-C again to leave at once.\n')
  cancel.abort()
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)

process.exitCode = await main(process.argv.slice(2), {
  cwd: process.cwd(),
  env: process.env,
  print: (text) => process.stdout.write(`${text}\n`),
  printError: (text) => process.stderr.write(`${text}\n`),
  signal: cancel.signal,
})
