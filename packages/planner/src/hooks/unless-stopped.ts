import { isInstanceOf } from '../util/is-instance-of.ts'
import { RunStopped } from './run-stopped.ts'

/** Lets a fault pass that only costs what was being done, but not the end of the run by a hook. */
export function unlessStopped(error: unknown): undefined {
  if (isInstanceOf(error, RunStopped)) throw error
  return undefined
}
