#!/usr/bin/env node
import { createReadStream } from 'node:fs'
import { parseArgs } from 'node:util'
import { requireNode } from '../src/errors/require-node.ts'
import { type AuditCheck, checkAuditLines } from './check-audit-lines.ts'

const usage = `pf-audit verify FILE [--records N --head HASH]

  Verifies an exported audit log (JSON Lines) of one owner from its first record. FILE is - for the standard input.
  With --records and --head, noted from an earlier verification, a log whose end was cut off or replaced is detected, too.

  Exit code: 0 if the log is intact, 1 if it is not, 2 if it cannot be read or the arguments are wrong.`

/** Returns the arguments, or undefined if they are wrong. */
function readArguments(args: string[]): { file: string; noted?: { records: number; head: string } } | undefined {
  try {
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options: { records: { type: 'string' }, head: { type: 'string' } } })
    const [command, file, ...more] = positionals
    if (command !== 'verify' || file === undefined || more.length > 0) return undefined
    const { records, head } = values
    if (records === undefined && head === undefined) return { file }
    const count = Number(records)
    return head !== undefined && Number.isSafeInteger(count) && count > 0 ? { file, noted: { records: count, head } } : undefined
  } catch {
    // parseArgs throws for an unknown option.
    return undefined
  }
}

function report(check: AuditCheck): number {
  if (check.ok) {
    console.log(`The log is intact: ${check.records} records, head ${check.head || 'none'}`)
    return 0
  }
  console.error(check.line === undefined ? check.reason : `Line ${check.line}: ${check.reason}\n${check.text}`)
  return 1
}

async function main(): Promise<number> {
  requireNode()
  const given = readArguments(process.argv.slice(2))
  if (!given) {
    console.error(usage)
    return 2
  }
  const input = given.file === '-' ? process.stdin : createReadStream(given.file)
  return report(await checkAuditLines(input, given.noted))
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}
