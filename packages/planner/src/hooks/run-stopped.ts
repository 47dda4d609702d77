import type { HookStage } from './hook-types.ts'

/** Thrown where a hook stops a run; becomes its refusal. */
export class RunStopped extends Error {
  override readonly name = 'RunStopped'
  readonly stage: HookStage
  readonly reason: string
  /** What the user is told. */
  readonly answer: string

  constructor(stage: HookStage, reason: string, answer = 'I cannot help with that here.') {
    super(`${stage} stopped the run.`)
    this.stage = stage
    this.reason = reason
    this.answer = answer
  }
}
