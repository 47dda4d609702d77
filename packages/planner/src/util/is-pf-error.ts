import { PfError } from '@pf/core'
import { isRecord } from '@pf/core/internal'

/** True for errors of ours whose code and fields can be read. Never throws, whatever was thrown: a proxy may throw again when it is looked at. */
export function isPfError(thrown: unknown): thrown is PfError {
  try {
    return PfError.isInstance(thrown) && typeof thrown.code === 'string' && isRecord(thrown.fields)
  } catch {
    return false
  }
}
