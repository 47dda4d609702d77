import { truncateText, utf8Length } from '@pf/core/internal'
import type { ModelPrice } from '@pf/planner'
import { type Policy, toText } from '@pf/registry'
import type { Brief } from '../briefs/brief.ts'
import type { Observation } from '../observe/observation.ts'
import type { RunRecord, ShownRecord } from '../result/eval-result.ts'
import { referencesIn } from '../score/parts-of.ts'
import { scoreRun } from '../score/score-run.ts'

const maxPropsBytes = 200_000

/** Errors of the run that say nothing about the model: it was not asked, or its answer was lost. */
const outside = new Set([
  'model_unavailable',
  'model_stalled',
  'model_cut',
  'network',
  'unauthorized',
  'rate_limited',
  'not_recorded',
  'internal',
  'store_failed',
])

/** What a record needs beside the observation. */
export interface RecordContext {
  brief: Brief
  run: number
  policy: Policy
  price: ModelPrice | undefined
  replayed: boolean
}

/** Converts an observation to a record with its scores. */
export function toRecord(observation: Observation, { brief, run, policy, price, replayed }: RecordContext): RunRecord {
  const { finish, error, answer, shown, rejected, measures } = observation
  if (error && outside.has(error.code)) return failedRecord({ brief: brief.id, run, code: error.code, message: error.message, finish })
  const { scores, total, notes } = scoreRun(brief, observation)
  const { input_tokens, output_tokens, ms, model_calls, repairs } = measures
  const cost = costOf(measures, price)
  return {
    brief: brief.id,
    run,
    status: 'measured',
    ...(error ? { error: { code: error.code, message: truncateText(error.message, 1_000) } } : {}),
    finish,
    answer: truncateText(answer, 20_000),
    shown: shown.slice(0, 50).map((component) => toShownRecord(component, policy)),
    rejected: rejected.slice(0, 50).map(({ component, codes }) => ({ component: component.slice(0, 64), codes: codes.slice(0, 20) })),
    scores,
    total,
    notes,
    measures: {
      model_calls,
      repairs: repairs + rejected.length,
      ...(replayed ? {} : { ms: Math.round(ms) }),
      ...(input_tokens === undefined ? {} : { input_tokens }),
      ...(output_tokens === undefined ? {} : { output_tokens }),
      ...(cost === undefined ? {} : { cost }),
    },
  }
}

/** Returns the record of a run that could not be measured. */
export function failedRecord({
  brief,
  run,
  code,
  message,
  finish = 'error',
}: {
  brief: string
  run: number
  code: string
  message: string
  finish?: string
}): RunRecord {
  return {
    brief,
    run,
    status: 'failed',
    error: { code: code.slice(0, 60), message: truncateText(message, 1_000) },
    finish,
    answer: '',
    shown: [],
    rejected: [],
    scores: {},
    notes: [],
    measures: {},
  }
}

function toShownRecord({ id, component, title, props, written, question }: Observation['shown'][number], policy: Policy): ShownRecord {
  return {
    id: id.slice(0, 200),
    component: component.slice(0, 64),
    ...(title === undefined ? {} : { title: truncateText(title, 1_000) }),
    ...(utf8Length(JSON.stringify(props)) > maxPropsBytes ? {} : { props }),
    references: referencesIn(written),
    question,
    text: truncateText(toText(component, props, { policy }), 2_000),
  }
}

function costOf({ input_tokens, output_tokens, cached_tokens = 0 }: Observation['measures'], price: ModelPrice | undefined): number | undefined {
  if (!price || input_tokens === undefined || output_tokens === undefined) return undefined
  const { input, output, cached = input } = price
  return ((input_tokens - cached_tokens) * input + cached_tokens * cached + output_tokens * output) / 1_000_000
}
