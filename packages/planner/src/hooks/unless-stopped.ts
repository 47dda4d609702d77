import { isInstanceOf } from '../util/is-instance-of.ts'
import { RunStopped } from './run-stopped.ts'

/** Ignores an error unless it is RunStopped, which it rethrows. */
export function unlessStopped(error: unknown): undefined {
  if (isInstanceOf(error, RunStopped)) throw error
  return undefined
}
