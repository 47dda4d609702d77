import type { DraftRecord, DraftStreamEvent } from '@pf/core'
import { draftMessages } from '../messages/drafts.ts'

/** Where a draft stands for its reader. `refused`: the reply had no usable form, or the model or the connection failed; what was good stays. */
export type DraftPhase = 'idle' | 'writing' | 'ready' | 'refused' | 'confirming' | 'confirmed'

/** What goes wrong with a draft in words of this page's, by their key in `Messages`. */
export type DraftFault = 'unwritten' | 'stale' | 'noText' | 'busy' | 'unknown'

/** What the two panels show. */
export interface DraftState {
  phase: DraftPhase
  draft_id: string | undefined
  run_id: string | undefined
  /** Text of the document: while it is written, then as it is kept. */
  artifact: string
  discussion: string
  attempt: number
  /** The draft as the server keeps it; undefined before the first one. */
  draft: DraftRecord | undefined
  /** One sentence for the user. */
  error: string | undefined
  /** Where `error` is a fixed sentence, which one: an app may have it in its own words. */
  fault: DraftFault | undefined
}

/** Nothing is wrong, or no longer. */
export const noError = { error: undefined, fault: undefined }

/** A fixed sentence, in English until it is shown. */
export const faultState = (fault: DraftFault): Pick<DraftState, 'error' | 'fault'> => ({ error: draftMessages[fault], fault })

/** Nothing asked yet. */
export const emptyDraft: DraftState = {
  phase: 'idle',
  draft_id: undefined,
  run_id: undefined,
  artifact: '',
  discussion: '',
  attempt: 0,
  draft: undefined,
  ...noError,
}

/** A generation begins: the panels are empty until it writes. */
export const startWriting = (state: DraftState, { draft_id, run_id }: { draft_id: string; run_id: string }): DraftState => ({
  ...state,
  phase: 'writing',
  draft_id,
  run_id,
  artifact: '',
  discussion: '',
  attempt: 0,
  ...noError,
})

/** Takes an event of the stream: deltas are put behind what is there, those of a higher attempt clear both panels, older ones are late. */
export function applyStreamEvent(state: DraftState, event: DraftStreamEvent): DraftState {
  if (event.type === 'done') return event.ok && event.parse_ok ? { ...state, phase: 'ready' } : failWriting(state, event.error)
  if (event.attempt < state.attempt) return state
  const fresh = event.attempt > state.attempt ? { artifact: '', discussion: '', attempt: event.attempt } : {}
  const next = { ...state, ...fresh }
  return event.type === 'artifact_delta' ? { ...next, artifact: next.artifact + event.text } : { ...next, discussion: next.discussion + event.text }
}

/** The draft as the server keeps it takes the place of what was shown. */
export function withStoredDraft(state: DraftState, draft: DraftRecord | undefined): DraftState {
  if (!draft) return state
  const shown = draft.version > 0 ? { artifact: draft.artifact_draft_text, discussion: draft.user_text } : {}
  const phase = phaseOf(state, draft)
  return {
    ...state,
    ...(phase === 'writing' ? {} : shown),
    phase,
    draft,
    draft_id: draft.draft_id,
    run_id: draft.run_id,
    error: state.error ?? (phase === 'refused' ? draft.error : undefined),
  }
}

function phaseOf({ phase }: DraftState, { state, error }: DraftRecord): DraftPhase {
  if (phase === 'refused') return 'refused'
  if (state === 'confirmed') return 'confirmed'
  if (state === 'draft') return 'ready'
  return error === undefined ? 'writing' : 'refused'
}

/** A failure; the last good draft is shown again. */
export function failWriting(state: DraftState, error: string | undefined): DraftState {
  const { draft } = state
  const shown = draft && draft.version > 0 ? { artifact: draft.artifact_draft_text, discussion: draft.user_text } : {}
  return { ...state, ...shown, phase: 'refused', ...(error === undefined ? faultState('unwritten') : { error, fault: undefined }) }
}
