import { PfError } from '@pf/core'
import type { Failure } from '../database/protocol.ts'

/** SQLITE_FULL. */
const fullDisk = 13

/** Descriptions of the result codes of SQLite for an operator. */
const causes: Record<number, string> = {
  8: 'The file or its folder is read-only.',
  10: 'The disk reported an error.',
  11: 'The file is damaged. Restore a backup.',
  [fullDisk]: 'The disk is full. Free some space. Nothing was written.',
  14: 'The file cannot be opened. Check that its folder exists and is writable.',
  26: 'The file is not a SQLite database.',
}

/** Converts a failure of SQLite to an error of the store. The cause of a full disk has the code of the operating system, by which servers recognize it. */
export function storeFailure(doing: string, { errcode, message }: Failure, cause?: unknown): PfError {
  const code = errcode === undefined ? undefined : errcode & 0xff
  const known = code === undefined ? undefined : causes[code]
  return new PfError('store_failed', `The SQLite store could not ${doing}. ${known ?? message}`, {
    cause: cause ?? Object.assign(new Error(message), code === fullDisk ? { code: 'ENOSPC' } : {}),
    fields: errcode === undefined ? {} : { errcode },
  })
}
