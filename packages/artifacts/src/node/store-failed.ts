import { PfError } from '@pf/core'

/** What a file operation threw, as an error whose message names no path. */
export function storeFailed(doing: string, cause: unknown): PfError<'store_failed'> {
  const code = errorCode(cause)
  return new PfError('store_failed', `The file store could not ${doing}${code === undefined ? '' : ` (${code})`}.`, { cause })
}

function errorCode(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined
}

/** Undefined where there is no such file; every other fault is thrown. */
export async function orMissing<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  try {
    return await reading
  } catch (thrown) {
    if (errorCode(thrown) === 'ENOENT' || errorCode(thrown) === 'ENOTDIR') return undefined
    throw thrown
  }
}

/** Runs file operations; their faults come out as `store_failed`, our own errors as they are. */
export async function onDisk<Value>(doing: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (thrown) {
    throw PfError.isInstance(thrown) ? thrown : storeFailed(doing, thrown)
  }
}
