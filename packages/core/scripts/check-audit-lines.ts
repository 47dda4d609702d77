import { createInterface } from 'node:readline'
import type { AuditRecord } from '../src/contracts/approvals.ts'
import { verifyAudit } from '../src/stores/audit-log.ts'

/** The result for an exported log: its size and last hash, or what is wrong with it. `line` counts from 1, `text` is the line, shortened. */
export type AuditCheck = { ok: true; records: number; head: string } | { ok: false; reason: string; line?: number; text?: string }

const maxChars = 1_000

/**
 * Verifies the lines of an exported log while they are read. `noted` are the number of records and the last hash of an earlier verification,
 * which the log must still contain. Rejects if the input cannot be read.
 */
export async function checkAuditLines(input: NodeJS.ReadableStream, noted?: { records: number; head: string }): Promise<AuditCheck> {
  let line = 0
  let text = ''
  let isJson = true
  let headThen: string | undefined
  const broken = (reason: string): AuditCheck => ({ ok: false, reason, line, text: text.length > maxChars ? `${text.slice(0, maxChars)}…` : text })
  async function* records(): AsyncGenerator<AuditRecord> {
    for await (text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      line += 1
      if (text.trim() === '') continue
      const value = parse(text)
      isJson = value !== undefined
      if (value === undefined) return
      const record = value as AuditRecord
      if (record?.seq === noted?.records) headThen = record?.hash
      yield record
    }
  }
  const result = await verifyAudit(records())
  if (!isJson) return broken('The line is not JSON.')
  if (!result.ok) return broken(result.reason)
  if (noted && headThen === undefined)
    return { ok: false, reason: `The log ends after ${result.records} records, but had ${noted.records}: its end was cut off.` }
  if (noted && headThen !== noted.head)
    return { ok: false, reason: `Record ${noted.records} has another hash than the one that was noted: the log was replaced.` }
  return result
}

/** Returns undefined for a text that is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
