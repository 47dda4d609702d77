import type { DraftRecord, DraftStreamEvent } from '@pf/core'
import { draftMessages } from '../messages/drafts.ts'

/** The phase of a draft. `refused` means that the reply was invalid, or that the model or the connection failed; the last valid draft is kept. */
export type DraftPhase = 'idle' | 'writing' | 'ready' | 'refused' | 'confirming' | 'confirmed'

/** Errors with a fixed message, by their key in `Messages`. */
export type DraftFault = 'unwritten' | 'stale' | 'noText' | 'busy' | 'unknown'

/** The state that the two panels show. */
export interface DraftState {
  phase: DraftPhase
  draft_id: string | undefined
  run_id: string | undefined
  /** Text of the document, partial while it is being written. */
  artifact: string
  discussion: string
  attempt: number
  /** The draft that is stored on the server; undefined before the first one. */
  draft: DraftRecord | undefined
  /** An error message for the user. */
  error: string | undefined
  /** The key of the message when `error` is a fixed message, which an app can replace. */
  fault: DraftFault | undefined
}

/** The state without an error. */
export const noError = { error: undefined, fault: undefined }

/** The error state for a fixed message. The text is English and is translated when it is shown. */
export const faultState = (fault: DraftFault): Pick<DraftState, 'error' | 'fault'> => ({ error: draftMessages[fault], fault })

/** The initial state, before the first request. */
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

/** The state at the start of a generation, with empty panels. */
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

/** Applies an event of the stream. Deltas are appended; deltas of a newer attempt clear both panels first, and deltas of an older attempt are ignored. */
export function applyStreamEvent(state: DraftState, event: DraftStreamEvent): DraftState {
  if (event.type === 'done') return event.ok && event.parse_ok ? { ...state, phase: 'ready' } : failWriting(state, event.error)
  if (event.attempt < state.attempt) return state
  const fresh = event.attempt > state.attempt ? { artifact: '', discussion: '', attempt: event.attempt } : {}
  const next = { ...state, ...fresh }
  return event.type === 'artifact_delta' ? { ...next, artifact: next.artifact + event.text } : { ...next, discussion: next.discussion + event.text }
}

/** Replaces the shown draft with the draft that is stored on the server. */
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

/** The state after a failure, which shows the last valid draft again. */
export function failWriting(state: DraftState, error: string | undefined): DraftState {
  const { draft } = state
  const shown = draft && draft.version > 0 ? { artifact: draft.artifact_draft_text, discussion: draft.user_text } : {}
  return { ...state, ...shown, phase: 'refused', ...(error === undefined ? faultState('unwritten') : { error, fault: undefined }) }
}
