import type { Run } from '../../run/run.ts'

const stages = { plan: 1, execute: 2, respond: 3 } as const

/** The step number of a stage. Ids are made of it, so a run that another process goes on with counts further. */
export const stageStep = (run: Pick<Run, 'state'>, stage: keyof typeof stages): number => run.state.takeovers * 3 + stages[stage]

/** Brings a run to a stage. */
export function enterStage(run: Run, stage: keyof typeof stages): number {
  const step = stageStep(run, stage)
  Object.assign(run.state, { step, attempt: 1 })
  return step
}
