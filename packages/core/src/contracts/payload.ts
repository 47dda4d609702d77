import type { JsonObject, JsonValue } from './json.ts'

/** Where an answer comes from (spec 000 §1). */
export interface Source {
  title: string
  url?: string
  snippet?: string
  /** 0 to 1. */
  relevance_score?: number
}

/** A follow-up the user may want to take. */
export interface SuggestedAction {
  action_id: string
  label: string
  params: JsonObject
}

/** Why a run ended. */
export type FinishReason = 'answer' | 'no_path' | 'budget_exhausted' | 'deadline' | 'cancelled' | 'paused' | 'error'

/** What every finish of a run returns; always plain JSON (spec 000 §1). */
export interface FinalPayload {
  raw_answer: string
  /** Tool name (`name#2` for later calls) to the marked fields of its result. */
  artifacts: Record<string, JsonValue>
  /** 0 to 1. */
  confidence: number | null
  sources: Source[]
  route: string | null
  suggested_actions: SuggestedAction[]
  requires_followup: boolean
  warnings: string[]
  /** ISO 639-1. */
  language: string | null
  extra: JsonObject
}
