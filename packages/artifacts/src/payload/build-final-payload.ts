import type { FinalPayload, FinishReason, JsonObject, JsonValue, Source } from '@pf/core'
import { getOwn, isRecord } from '@pf/core/internal'
import { cap, maxWarnings, moreWarnings } from '../describe/cap-warnings.ts'
import { isPlaceholder } from '../describe/placeholder.ts'
import { firstChildren } from '../json/first-children.ts'
import { toJson } from '../json/to-json.ts'
import { isReference } from '../references/read-reference.ts'
import { maxSources, mergeSources } from '../sources/collect-sources.ts'
import { type ChosenAnswer, chooseAnswer } from './fallback-answer.ts'
import { type ReadField, readActions, readConfidence, readExtra, readFollowup, readLanguageField, readRoute, readSources, readWarnings } from './read-fields.ts'

/** Input for the route of a finish. */
interface RouteInput {
  reason: FinishReason
  answer: ChosenAnswer
  /** The route chosen by the model. */
  own: string | null
  followup: boolean
  code: string | undefined
}

const partialOr = ({ answer }: RouteInput): string => (answer.from === 'none' ? 'error' : 'partial')

const routes: Record<FinishReason, (input: RouteInput) => string | null> = {
  answer: ({ own, followup, answer }) => own ?? (followup ? 'clarification' : answer.from === 'model' ? null : 'error'),
  no_path: ({ code }) => (code === undefined ? 'clarification' : 'error'),
  budget_exhausted: partialOr,
  deadline: partialOr,
  cancelled: () => 'cancelled',
  paused: () => 'paused',
  error: () => 'error',
}

/** Returns the model's own route of an answer, otherwise the kind of finish. */
function routeOf(input: RouteInput): string | null {
  return input.code === 'model_refused' ? 'refusal' : routes[input.reason](input)
}

/** Data of a finish. */
export interface FinalPayloadInput {
  reason: FinishReason
  /** Arguments of the model's final_response, unvalidated. */
  args?: Record<string, unknown>
  /** The model's answer, which has precedence over the one in `args`. Also the text of a refusal, or a partial answer. */
  answer?: string
  /** The result of the collector's `getAll()`. */
  artifacts?: Record<string, JsonValue>
  /** Sources collected from tools. */
  sources?: readonly Source[]
  /** The last observation, redacted. Used only if the model gave no answer. */
  fallback?: unknown
  /** Score of a reflection step, 0 to 1, which has precedence over the model's own confidence. */
  reflection?: number
  warnings?: readonly string[]
  error?: { code: string; message: string }
}

const followupReasons = new Set<FinishReason>(['no_path', 'paused'])

/**
 * Builds the payload of any finish: it is always complete and plain JSON. An invalid optional field is omitted with a warning
 * `<field>_ignored`. Never throws.
 */
export function buildFinalPayload(input: FinalPayloadInput): FinalPayload {
  const args = isRecord(input.args) ? input.args : {}
  const lost = new Set<string>()
  const take = <Value>(name: string, read: (value: unknown) => ReadField<Value>): Value => {
    const field = read(readArgument(args, name))
    if (field.lost) lost.add(`${name}_ignored`)
    return field.value
  }
  const answer = chooseAnswer(input.reason, [input.answer, readArgument(args, 'answer'), readArgument(args, 'raw_answer')], input.fallback)
  const own = take('route', readRoute)
  const followup = take('requires_followup', readFollowup) || followupReasons.has(input.reason)
  const confidence = take('confidence', readConfidence)
  const warnings = take('warnings', readWarnings)
  const listed = take('sources', readSources)
  const sources = mergeSources(listed, input.sources ?? [])
  if (sources.length === maxSources && listed.length + (input.sources?.length ?? 0) > maxSources) lost.add('sources_truncated')
  if (!holdsReferencesOnly(readArgument(args, 'artifacts'))) lost.add('artifacts_ignored')
  return {
    raw_answer: answer.text,
    artifacts: { ...(toJson(input.artifacts ?? {}) as JsonObject) },
    confidence: readConfidence(input.reflection).value ?? confidence,
    sources,
    route: routeOf({ reason: input.reason, answer, own, followup, code: input.error?.code }),
    suggested_actions: take('suggested_actions', readActions),
    requires_followup: followup,
    language: take('language', readLanguageField),
    extra: take('extra', readExtra),
    warnings: joinWarnings(warnings, input.warnings ?? [], [...lost]),
  }
}

/** Reads an argument. One that cannot be read counts as a value of an invalid type. */
function readArgument(args: object, name: string): unknown {
  try {
    const value = getOwn(args, name)
    return typeof value === 'object' && value !== null ? (toJson(value) ?? Symbol(name)) : value
  } catch {
    return Symbol(name)
  }
}

/** Joins warnings. Those of the run are kept regardless of the number of the model's warnings. */
function joinWarnings(own: readonly string[], run: readonly string[], lost: readonly string[]): string[] {
  const all = [...new Set([...own, ...run, ...lost])]
  if (all.length <= maxWarnings) return all
  const first = new Set([...own.slice(0, maxWarnings / 2), ...run, ...own])
  for (const code of lost) first.delete(code)
  return [...cap([...first], moreWarnings, maxWarnings - lost.length), ...lost]
}

const maxNamed = 1_000

/**
 * True if the value contains only references. The model may name artifacts again, which has no effect, because all artifacts of the run are
 * in the payload. Data that the model writes itself is ignored.
 */
function holdsReferencesOnly(value: unknown): boolean {
  const waiting: unknown[] = [value ?? {}]
  for (let seen = 0; waiting.length > 0; seen++) {
    const next = waiting.pop()
    if (isReference(next) || isPlaceholder(next)) continue
    if (typeof next !== 'object' || next === null || seen >= maxNamed) return false
    waiting.push(...firstChildren(next, maxNamed))
  }
  return isRecord(value ?? {})
}
