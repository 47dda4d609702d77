import type { FinalPayload, JsonObject, Source, SuggestedAction } from '@pf/core'
import { arrayOrEmpty, isRecord } from '@pf/core/internal'
import { name, number, object, omitUndefined } from './read.ts'

const unit = (value: unknown): number | undefined => {
  const found = number(value)
  return found !== undefined && found >= 0 && found <= 1 ? found : undefined
}

function readSource(value: unknown): Source[] {
  const { title, url, snippet, relevance_score } = object(value)
  const named = name(title)
  return named === undefined ? [] : [omitUndefined({ title: named, url: name(url), snippet: name(snippet), relevance_score: unit(relevance_score) })]
}

function readAction(value: unknown): SuggestedAction[] {
  const { action_id, label, params } = object(value)
  const [id, text] = [name(action_id), name(label)]
  return id === undefined || text === undefined ? [] : [{ action_id: id, label: text, params: object(params) }]
}

/** Reads the result of a run as FinalPayload; undefined if it has no `raw_answer`. Invalid optional fields are omitted. */
export function readPayload(value: unknown): FinalPayload | undefined {
  if (!isRecord(value) || typeof value.raw_answer !== 'string') return undefined
  return {
    raw_answer: value.raw_answer,
    artifacts: object(value.artifacts),
    confidence: unit(value.confidence) ?? null,
    sources: arrayOrEmpty(value.sources).flatMap(readSource),
    route: name(value.route) ?? null,
    suggested_actions: arrayOrEmpty(value.suggested_actions).flatMap(readAction),
    requires_followup: value.requires_followup === true,
    warnings: arrayOrEmpty(value.warnings).filter((item) => typeof item === 'string'),
    language: name(value.language) ?? null,
    extra: object(value.extra) satisfies JsonObject,
  }
}
