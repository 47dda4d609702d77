import type { PlannerEvent } from './events.ts'
import type { Scope } from './owner.ts'
import type { DraftRecord } from './ports.ts'

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

/** Drafting with confirmation as transports see it (spec 002). Each generation is a run with a log of its own. */
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
