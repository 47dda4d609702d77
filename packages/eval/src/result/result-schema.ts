import { array, boolean, enum as choice, int, json, literal, number, object, partialRecord, string, type ZodType } from 'zod'
import type { EvalResult, RunRecord, ShownRecord } from './eval-result.ts'
import { measureNames, scoreNames } from './score-names.ts'

const text = (max: number) => string().max(max)
const amount = number().min(0)

const shown: ZodType<ShownRecord> = object({
  id: text(200),
  component: text(64),
  title: text(1_000).exactOptional(),
  props: json().exactOptional(),
  references: array(text(200)).max(100),
  question: boolean(),
  text: text(2_000),
})

const runRecord: ZodType<RunRecord> = object({
  brief: text(80),
  run: int().min(0).max(10_000),
  status: choice(['measured', 'failed']),
  error: object({ code: text(60), message: text(1_000) }).exactOptional(),
  finish: text(40),
  answer: text(20_000),
  shown: array(shown).max(50),
  rejected: array(object({ component: text(64), codes: array(text(60)).max(20) })).max(50),
  scores: partialRecord(choice(scoreNames), number().min(0).max(1)),
  total: number().min(0).max(1).exactOptional(),
  notes: array(text(400)).max(60),
  measures: partialRecord(choice(measureNames), amount),
})

/** The schema of a result file. */
export const resultSchema: ZodType<EvalResult> = object({
  format: literal('pf-eval-result'),
  version: literal(1),
  created_at: text(40),
  suite: object({ name: text(100), digest: text(64), briefs: int().min(1) }),
  configuration: object({ name: text(100), model: text(200), registry_version: text(100), registry_digest: text(64), replayed: boolean() }),
  runs_per_brief: int().min(1).max(1_000),
  stopped: choice(['cancelled', 'budget']).exactOptional(),
  runs: array(runRecord).max(100_000),
})
