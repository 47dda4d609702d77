#!/usr/bin/env node
import { createInterface } from 'node:readline/promises'
import { UsageError } from './options/usage-error.ts'
import { runCommand } from './run-command.ts'

const { stdin, stdout } = process
const terminal = stdin.isTTY && stdout.isTTY ? createInterface({ input: stdin, output: stdout }) : undefined
terminal?.once('SIGINT', () => process.exit(130))

try {
  await runCommand(process.argv.slice(2), {
    cwd: process.cwd(),
    env: process.env,
    nodeVersion: process.versions.node,
    print: (text) => stdout.write(`${text}\n`),
    ...(terminal ? { ask: (question: string) => terminal.question(question) } : {}),
  })
} catch (error) {
  process.stderr.write(`${error instanceof UsageError ? error.message : `The app could not be made: ${error instanceof Error ? error.message : error}`}\n`)
  process.exitCode = 1
} finally {
  terminal?.close()
}
