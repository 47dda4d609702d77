import type { JsonValue } from '@pf/core'
import type { MeasureName, ScoreName } from './score-names.ts'

/** A component that a run showed. */
export interface ShownRecord {
  id: string
  component: string
  title?: string
  /** The props as the page received them. Absent if they are larger than a result keeps. */
  props?: JsonValue
  /** REFs of the data references that the model wrote. */
  references: string[]
  /** True if the run waits for the user. */
  question: boolean
  /** The text form of the component, at most 2,000 characters. */
  text: string
}

/** One run of a brief and its scores. */
export interface RunRecord {
  brief: string
  /** Counts from 0. */
  run: number
  /** `failed`: the model could not be asked, so that nothing was measured. */
  status: 'measured' | 'failed'
  error?: { code: string; message: string }
  /** The reason of the finish, such as `answer` or `paused`. */
  finish: string
  answer: string
  shown: ShownRecord[]
  /** The requests for components that were refused, with the codes of their faults. */
  rejected: { component: string; codes: string[] }[]
  /** Each from 0 to 1. Scores that do not apply are absent. */
  scores: Partial<Record<ScoreName, number>>
  /** The weighted mean of the scores. */
  total?: number
  /** Why points were lost. */
  notes: string[]
  measures: Partial<Record<MeasureName, number>>
}

/** What an evaluation of one configuration measured, as in its file. */
export interface EvalResult {
  format: 'pf-eval-result'
  version: 1
  /** ISO 8601. */
  created_at: string
  suite: { name: string; digest: string; briefs: number }
  configuration: { name: string; model: string; registry_version: string; registry_digest: string; replayed: boolean }
  runs_per_brief: number
  /** `cancelled` or `budget` if not all runs were made. */
  stopped?: 'cancelled' | 'budget'
  runs: RunRecord[]
}
