import { type FinalPayload, isRecord, type JsonObject, type Source, type SuggestedAction } from '@pf/core'
import { list, name, number, object, optional } from './read.ts'

const unit = (value: unknown): number | undefined => {
  const found = number(value)
  return found !== undefined && found >= 0 && found <= 1 ? found : undefined
}

const strings = (value: unknown) => list(value).filter((item) => typeof item === 'string')

function readSource(value: unknown): Source[] {
  if (!isRecord(value)) return []
  const title = name(value.title)
  if (title === undefined) return []
  return [
    { title, ...optional('url', name(value.url)), ...optional('snippet', name(value.snippet)), ...optional('relevance_score', unit(value.relevance_score)) },
  ]
}

function readAction(value: unknown): SuggestedAction[] {
  if (!isRecord(value)) return []
  const action_id = name(value.action_id)
  const label = name(value.label)
  return action_id !== undefined && label !== undefined ? [{ action_id, label, params: object(value.params) }] : []
}

/** Reads the result of a run as FinalPayload; undefined when it has no `raw_answer`, and a bad optional field loses only itself. */
export function readPayload(value: unknown): FinalPayload | undefined {
  if (!isRecord(value) || typeof value.raw_answer !== 'string') return undefined
  return {
    raw_answer: value.raw_answer,
    artifacts: object(value.artifacts),
    confidence: unit(value.confidence) ?? null,
    sources: list(value.sources).flatMap(readSource),
    route: name(value.route) ?? null,
    suggested_actions: list(value.suggested_actions).flatMap(readAction),
    requires_followup: value.requires_followup === true,
    warnings: strings(value.warnings),
    language: name(value.language) ?? null,
    extra: object(value.extra) satisfies JsonObject,
  }
}
