import { isInstanceOf } from '../util/thrown-message.ts'
import type { HookStage } from './hook-types.ts'

/** Thrown when a hook stops a run. The run then ends as a refusal. */
export class RunStopped extends Error {
  override readonly name = 'RunStopped'
  readonly stage: HookStage
  readonly reason: string
  /** The answer for the user. */
  readonly answer: string

  constructor(stage: HookStage, reason: string, answer = 'I cannot help with that here.') {
    super(`${stage} stopped the run.`)
    this.stage = stage
    this.reason = reason
    this.answer = answer
  }
}

/** Ignores an error unless it is RunStopped, which it rethrows. */
export function unlessStopped(error: unknown): undefined {
  if (isInstanceOf(error, RunStopped)) throw error
  return undefined
}
