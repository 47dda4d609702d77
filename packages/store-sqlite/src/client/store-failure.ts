import { PfError } from '@pf/core'
import type { Failure } from '../database/protocol.ts'

/** What the result codes of SQLite mean for an operator. */
const causes: Record<number, string> = {
  8: 'The file or its folder is read-only.',
  10: 'The disk reported an error.',
  11: 'The file is damaged. Restore a backup.',
  13: 'The disk is full. Free some space; nothing of the request was written.',
  14: 'The file cannot be opened. Check that its folder exists and may be written.',
  26: 'The file is no SQLite database.',
}

/** A failure of SQLite as an error of the store. */
export function storeFailure(doing: string, { errcode, message }: Failure, cause?: unknown): PfError {
  const known = errcode === undefined ? undefined : causes[errcode & 0xff]
  return new PfError('store_failed', `The SQLite store could not ${doing}. ${known ?? message}`, {
    cause: cause ?? new Error(message),
    fields: errcode === undefined ? {} : { errcode },
  })
}
