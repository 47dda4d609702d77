import type { DraftRecord } from './draft-store.ts'
import type { PlannerEvent } from './events.ts'
import type { Scope } from './owner.ts'

/** A request for a new draft. */
export interface DraftInput {
  /** What the user wants; becomes part of the conversation of the draft. */
  message: string
  /** Material that the draft may draw on; data, never instructions. */
  context?: { description: string; value: string }[]
}

/** How a change request went. `busy`: a generation is under way, in `run_id`. */
export type DraftChange = { status: 'started'; run_id: string } | { status: 'busy'; run_id: string } | { status: 'unknown' }

/** How a confirmation went. `stale`: another version is the current one. `empty`: there is no text. `busy`: a generation is under way. */
export type DraftConfirmation = { status: 'confirmed'; draft: DraftRecord } | { status: 'stale'; version: number } | { status: 'empty' | 'busy' | 'unknown' }

/** Drafting with confirmation as transports see it. Each generation is a run with a log of its own. */
export interface DraftPort {
  create(input: DraftInput, scope: Scope): Promise<{ draft_id: string; run_id: string }>
  get(draft_id: string, scope: Scope): Promise<DraftRecord | undefined>
  /** Generates anew from the last good draft and what the user wants changed. */
  change(draft_id: string, text: string, scope: Scope): Promise<DraftChange>
  /** Copies the draft to the final text; the same version again is confirmed again. */
  confirm(draft_id: string, version: number, scope: Scope): Promise<DraftConfirmation>
  /** Events of a generation after `after`: draft_delta, draft_done and the finish behind it; undefined for an unknown or foreign run. */
  attach(run_id: string, after: number, options: { scope: Scope; signal?: AbortSignal }): Promise<AsyncIterable<PlannerEvent> | undefined>
  /** False for an unknown, foreign or finished run. */
  cancel(run_id: string, scope: Scope): Promise<boolean>
}

/** A generation that has begun, and where it can be read. */
export interface DraftStarted {
  draft_id: string
  run_id: string
  stream_url: string
}

/** What a draft's stream says: text of the two blocks (a higher `attempt` clears both), then how it ended. */
export type DraftStreamEvent =
  | { type: 'artifact_delta' | 'user_delta'; text: string; attempt: number }
  | { type: 'done'; ok: boolean; parse_ok: boolean; version?: number; error?: string }

/** Drafting as hooks use it; made by `@pf/agui-adapter/client` or by the host. Throws PfError `busy`, `unauthorized`, `invalid_input`, `not_found`, `network`. */
export interface DraftClient {
  create(input: DraftInput): Promise<DraftStarted>
  get(draft_id: string): Promise<DraftRecord | undefined>
  change(draft_id: string, text: string): Promise<DraftStarted>
  confirm(draft_id: string, version: number): Promise<DraftConfirmation>
  /** Reads a generation from its start, reconnecting by itself. Returns a function that unsubscribes. Calls `onLost` when reconnecting does not help. */
  follow(stream_url: string, sink: { onEvent(event: DraftStreamEvent): void; onLost(): void }): () => void
  cancel(run_id: string): Promise<boolean>
}
