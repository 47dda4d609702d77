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

/** What decides the route of a finish. */
interface RouteInput {
  reason: FinishReason
  answer: ChosenAnswer
  /** The model's own route. */
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

/** The model's own route on an answer; else what kind of finish it is. */
function routeOf(input: RouteInput): string | null {
  return input.code === 'model_refused' ? 'refusal' : routes[input.reason](input)
}

/** What a finish knows. */
export interface FinalPayloadInput {
  reason: FinishReason
  /** Arguments of the model's final_response, as they came. */
  args?: Record<string, unknown>
  /** The model's answer; outranks the one in `args`. A refusal's text, or a partial answer. */
  answer?: string
  /** From the collector's `getAll()`. */
  artifacts?: Record<string, JsonValue>
  /** Collected from tools. */
  sources?: readonly Source[]
  /** The last observation, redacted. Read only when there is no model answer. */
  fallback?: unknown
  /** Score of a reflection step, 0 to 1; outranks the model's own confidence. */
  reflection?: number
  warnings?: readonly string[]
  error?: { code: string; message: string }
}

const followupReasons = new Set<FinishReason>(['no_path', 'paused'])

/**
 * The payload of any finish: always whole, always plain JSON. A bad optional field loses only itself, with a warning
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

/** What cannot be read was not given as something usable: it counts as a value of no type. */
function readArgument(args: object, name: string): unknown {
  try {
    const value = getOwn(args, name)
    return typeof value === 'object' && value !== null ? (toJson(value) ?? Symbol(name)) : value
  } catch {
    return Symbol(name)
  }
}

/** Those of the run come through however many the model writes. */
function joinWarnings(own: readonly string[], run: readonly string[], lost: readonly string[]): string[] {
  const all = [...new Set([...own, ...run, ...lost])]
  if (all.length <= maxWarnings) return all
  const first = new Set([...own.slice(0, maxWarnings / 2), ...run, ...own])
  for (const code of lost) first.delete(code)
  return [...cap([...first], moreWarnings, maxWarnings - lost.length), ...lost]
}

const maxNamed = 1_000

/** The model may name artifacts again, which changes nothing: all of the run are in the payload. Data it writes itself is ignored. */
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
