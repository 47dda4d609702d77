import type { DraftRecord } from './draft-store.ts'
import type { PlannerEvent } from './events.ts'
import type { Scope } from './owner.ts'

/** A request for a new draft. */
export interface DraftInput {
  /** The request of the user. It becomes part of the conversation of the draft. */
  message: string
  /** Material that the draft may use. It is treated as data, never as instructions. */
  context?: { description: string; value: string }[]
}

/** The result of a change request. `busy`: the generation `run_id` is still active. */
export type DraftChange = { status: 'started'; run_id: string } | { status: 'busy'; run_id: string } | { status: 'unknown' }

/** The result of a confirmation. `stale`: another version is current. `empty`: the draft has no text. `busy`: a generation is active. */
export type DraftConfirmation = { status: 'confirmed'; draft: DraftRecord } | { status: 'stale'; version: number } | { status: 'empty' | 'busy' | 'unknown' }

/** The interface to drafts with confirmation for transports. Each generation is a run with its own log. */
export interface DraftPort {
  create(input: DraftInput, scope: Scope): Promise<{ draft_id: string; run_id: string }>
  get(draft_id: string, scope: Scope): Promise<DraftRecord | undefined>
  /** Generates a new version from the last valid draft and the requested change. */
  change(draft_id: string, text: string, scope: Scope): Promise<DraftChange>
  /** Copies the draft to the final text. Confirming the same version again has the same result. */
  confirm(draft_id: string, version: number, scope: Scope): Promise<DraftConfirmation>
  /**
   * Resolves to the events of a generation after `after`: draft_delta, draft_done and the finish that follows; undefined for an unknown run
   * or a run of another owner.
   */
  attach(run_id: string, after: number, options: { scope: Scope; signal?: AbortSignal }): Promise<AsyncIterable<PlannerEvent> | undefined>
  /** Resolves to false if the run is unknown, has finished or belongs to another owner. */
  cancel(run_id: string, scope: Scope): Promise<boolean>
}

/** A generation that was started, and the location of its stream. */
export interface DraftStarted {
  draft_id: string
  run_id: string
  stream_url: string
}

/** An event of a draft's stream: text of one of the two blocks (a higher `attempt` clears both), or the end of the generation. */
export type DraftStreamEvent =
  | { type: 'artifact_delta' | 'user_delta'; text: string; attempt: number }
  | { type: 'done'; ok: boolean; parse_ok: boolean; version?: number; error?: string }

/**
 * The interface to drafts for hooks, implemented by `@pf/agui-adapter/client` or by the host. Methods reject with PfError `busy`,
 * `unauthorized`, `invalid_input`, `not_found` or `network`.
 */
export interface DraftClient {
  create(input: DraftInput): Promise<DraftStarted>
  get(draft_id: string): Promise<DraftRecord | undefined>
  change(draft_id: string, text: string): Promise<DraftStarted>
  confirm(draft_id: string, version: number): Promise<DraftConfirmation>
  /** Reads a generation from its start and reconnects automatically. Returns a function that unsubscribes. Calls `onLost` if reconnecting fails. */
  follow(stream_url: string, sink: { onEvent(event: DraftStreamEvent): void; onLost(): void }): () => void
  cancel(run_id: string): Promise<boolean>
}
