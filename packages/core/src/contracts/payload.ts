import type { JsonObject, JsonValue } from './json.ts'
import type { Provenance } from './provenance.ts'

/** A source of an answer. */
export interface Source {
  title: string
  url?: string
  snippet?: string
  /** 0 to 1. */
  relevance_score?: number
}

/** A follow-up action that is offered to the user. */
export interface SuggestedAction {
  action_id: string
  label: string
  params: JsonObject
}

/** The reason why a run ended. */
export type FinishReason = 'answer' | 'no_path' | 'budget_exhausted' | 'deadline' | 'cancelled' | 'paused' | 'error'

/** The result of a run, contained in every finish. It is plain JSON. */
export interface FinalPayload {
  raw_answer: string
  /** Maps the name of a tool (`name#2` for its second call) to the marked fields of its result. */
  artifacts: Record<string, JsonValue>
  /** 0 to 1. */
  confidence: number | null
  sources: Source[]
  route: string | null
  suggested_actions: SuggestedAction[]
  requires_followup: boolean
  warnings: string[]
  /** An ISO 639-1 code. */
  language: string | null
  extra: JsonObject
  /** The origin of the figures. Present only if the agent traces them. */
  provenance?: Provenance
}
