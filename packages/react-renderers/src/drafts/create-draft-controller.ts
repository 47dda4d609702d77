import type { DraftClient, DraftStarted } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import {
  applyStreamEvent,
  type DraftFault,
  type DraftState,
  emptyDraft,
  failWriting,
  faultState,
  noError,
  startWriting,
  withStoredDraft,
} from './draft-state.ts'

/** Controls one draft, without React. */
export interface DraftController {
  getSnapshot(): DraftState
  subscribe(listener: () => void): () => void
  /** Requests a new draft. Returns false while a draft is being written, or for blank text. */
  start(message: string): boolean
  /** Requests changes to the current draft. Returns false while a draft is being written, or for blank text. */
  change(text: string): boolean
  /** Confirms the shown version, which makes it final. */
  confirm(): Promise<void>
  /** Cancels the current generation. The last valid draft is kept. */
  stop(): Promise<void>
  /** Loads a stored draft, and follows it when it is still being written. */
  open(draft_id: string): Promise<void>
  /** Stops reading without cancelling the generation. */
  detach(): void
}

/** Creates the controller of one draft. */
export function createDraftController(client: DraftClient): DraftController {
  const listeners = new Set<() => void>()
  let state = emptyDraft
  let close = () => {}
  const set = (next: DraftState) => {
    state = next
    for (const listener of [...listeners]) listener()
  }
  const fail = (error: unknown) => set(failWriting(state, messageOf(error)))
  const reload = async () => {
    if (state.draft_id !== undefined) set(withStoredDraft(state, await client.get(state.draft_id)))
  }
  const follow = (started: DraftStarted) => {
    close()
    set(startWriting(state, started))
    close = client.follow(started.stream_url, {
      onEvent: (event) => {
        set(applyStreamEvent(state, event))
        if (event.type === 'done') void reload().catch(fail)
      },
      onLost: () => fail(undefined),
    })
  }
  const begin = (ask: () => Promise<DraftStarted>, text: string) => {
    if (state.phase === 'writing' || state.phase === 'confirming' || text.trim() === '') return false
    set({ ...state, phase: 'writing', ...noError })
    ask().then(follow, fail)
    return true
  }
  return {
    getSnapshot: () => state,
    subscribe: (listener) => {
      const own = () => listener()
      listeners.add(own)
      return () => void listeners.delete(own)
    },
    start: (message) => begin(() => client.create({ message }), message),
    change: (text) => {
      const { draft_id } = state
      return draft_id !== undefined && begin(() => client.change(draft_id, text), text)
    },
    async confirm() {
      const { draft, phase } = state
      if (!draft || phase !== 'ready') return
      set({ ...state, phase: 'confirming', ...noError })
      try {
        const result = await client.confirm(draft.draft_id, draft.version)
        if (result.status === 'confirmed') set(withStoredDraft({ ...state, phase: 'ready' }, result.draft))
        else set({ ...withStoredDraft({ ...state, phase: 'ready' }, await client.get(draft.draft_id)), ...faultState(faults[result.status]) })
      } catch (error) {
        set({ ...state, phase: 'ready', error: messageOf(error) })
      }
    },
    async stop() {
      if (state.phase === 'writing' && state.run_id !== undefined) await client.cancel(state.run_id).catch(fail)
    },
    async open(draft_id) {
      const draft = await client.get(draft_id).catch(fail)
      if (!draft) return
      set(withStoredDraft({ ...emptyDraft, phase: 'idle' }, draft))
      if (state.phase === 'writing')
        follow({ draft_id, run_id: draft.run_id, stream_url: `/drafts/${encodeURIComponent(draft_id)}/streams/${encodeURIComponent(draft.run_id)}` })
    },
    detach: () => close(),
  }
}

const faults = { stale: 'stale', empty: 'noText', busy: 'busy', unknown: 'unknown' } as const satisfies Record<string, DraftFault>

function messageOf(error: unknown): string | undefined {
  return isRecord(error) && typeof error.message === 'string' ? error.message.slice(0, 300) : undefined
}
