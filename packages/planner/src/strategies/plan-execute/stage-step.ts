import type { Run } from '../../run/run.ts'

const stages = { plan: 1, execute: 2, respond: 3 } as const

/** The step number of a stage. Ids contain it, so it increases with every takeover. */
export const stageStep = (run: Pick<Run, 'state'>, stage: keyof typeof stages): number => run.state.takeovers * 3 + stages[stage]

/** Moves a run to a stage and returns the step number. */
export function enterStage(run: Run, stage: keyof typeof stages): number {
  const step = stageStep(run, stage)
  Object.assign(run.state, { step, attempt: 1 })
  return step
}
