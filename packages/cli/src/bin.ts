#!/usr/bin/env node
import { runCommand } from './run-command.ts'

process.exitCode = await runCommand(process.argv.slice(2), {
  cwd: process.cwd(),
  nodeVersion: process.versions.node,
  print: (text) => process.stdout.write(`${text}\n`),
  printError: (text) => process.stderr.write(`${text}\n`),
})
