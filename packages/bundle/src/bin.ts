#!/usr/bin/env node
import { runCommand } from './command/run-command.ts'

process.exitCode = await runCommand(process.argv.slice(2), {
  print: (text) => void process.stdout.write(`${text}\n`),
  printError: (text) => void process.stderr.write(`${text}\n`),
})
