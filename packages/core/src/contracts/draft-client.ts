import type { DraftConfirmation, DraftInput } from './draft-port.ts'
import type { DraftRecord } from './ports.ts'

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
  /** Reads a generation from its start, reconnecting by itself; returns the way out. `onLost` when that does not help. */
  follow(stream_url: string, sink: { onEvent(event: DraftStreamEvent): void; onLost(): void }): () => void
  cancel(run_id: string): Promise<boolean>
}
