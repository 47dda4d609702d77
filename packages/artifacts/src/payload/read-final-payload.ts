import type { FinalPayload, JsonObject } from '@pf/core'
import { getOwn, isRecord, readProvenance } from '@pf/core/internal'
import { cap, maxWarnings, moreWarnings } from '../describe/cap-warnings.ts'
import { toJson } from '../json/to-json.ts'
import { mergeSources } from '../sources/collect-sources.ts'
import { fallbackAnswer } from './fallback-answer.ts'
import { readActions, readConfidence, readExtra, readFollowup, readLanguageField, readRoute, readSources, readWarnings } from './read-fields.ts'

/** Warning code on a payload that was read from an unstructured one. */
export const unstructuredPayload = 'unstructured_payload_deprecated'

/**
 * Reads a payload of any origin: the current structure field by field, and older ones (a text, or an object with `answer`, `text`, `result`
 * …) as far as possible. For an older one, `warnings` contains `unstructured_payload_deprecated` and `onDeprecated` is called. Never
 * throws.
 */
export function readFinalPayload(value: unknown, options: { onDeprecated?: (message: string) => void } = {}): FinalPayload {
  const { payload, structured } = readSafely(value)
  if (!structured) options.onDeprecated?.('An unstructured planner payload was read. Return a FinalPayload with raw_answer; see MIGRATION.md of @pf/artifacts.')
  return payload
}

interface ReadPayload {
  payload: FinalPayload
  structured: boolean
}

/** Returns an empty payload if a proxy or a getter throws. */
function readSafely(value: unknown): ReadPayload {
  try {
    return readPayload(value)
  } catch {
    return readPayload(undefined)
  }
}

function readPayload(value: unknown): ReadPayload {
  const fields = isRecord(value) ? value : {}
  const given = getOwn(fields, 'raw_answer')
  const structured = typeof given === 'string'
  const artifacts = getOwn(fields, 'artifacts')
  const warnings = readWarnings(getOwn(fields, 'warnings')).value
  const provenance = readProvenance(getOwn(fields, 'provenance'))
  const payload: FinalPayload = {
    raw_answer: structured ? given : (fallbackAnswer(toJson(value)) ?? ''),
    artifacts: isRecord(artifacts) ? (toJson(artifacts) as JsonObject) : {},
    confidence: readConfidence(getOwn(fields, 'confidence')).value,
    sources: mergeSources(readSources(getOwn(fields, 'sources')).value),
    route: readRoute(getOwn(fields, 'route')).value,
    suggested_actions: readActions(getOwn(fields, 'suggested_actions')).value,
    requires_followup: readFollowup(getOwn(fields, 'requires_followup')).value,
    warnings: structured ? warnings : [...cap(warnings, moreWarnings, maxWarnings - 1), unstructuredPayload],
    language: readLanguageField(getOwn(fields, 'language')).value,
    extra: readExtra(getOwn(fields, 'extra')).value,
    ...(provenance ? { provenance } : {}),
  }
  return { payload, structured }
}
