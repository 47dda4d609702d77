import type { EventDraft } from './open-items.ts'

/** The receiver of events. */
interface Emitter {
  emit(event: EventDraft): void
}

/** A call as announced to clients. */
export interface AnnouncedCall {
  step: number
  tool_call_id: string
  name: string
  plan_id?: string
  branch?: number
  /** True if the call asks the user. */
  interactive?: boolean
  /** Default `server`. A call with `client` is run and answered by the front end. */
  owner?: 'server' | 'client'
}

/** Announces a call. Its arguments follow. */
export function startCall(run: Emitter, { interactive = false, owner = 'server', ...call }: AnnouncedCall): void {
  run.emit({ type: 'tool_call_start', ...call, interactive, owner })
}

/** Announces a call whose arguments are complete. */
export function announceCall(run: Emitter, call: AnnouncedCall, args: Record<string, unknown>): void {
  const { step, tool_call_id } = call
  startCall(run, call)
  run.emit({ type: 'tool_call_args', step, tool_call_id, delta: JSON.stringify(args) })
  run.emit({ type: 'tool_call_end', step, tool_call_id })
}

/** Ends a call with its result, in the form that the model reads. */
export function endCall(run: Emitter, step: number, result: Omit<Extract<EventDraft, { type: 'tool_call_result' }>, 'type' | 'step'>): void {
  run.emit({ type: 'tool_call_result', step, ...result })
}

/** Withdraws a call whose arguments were shown and that will not run. */
export function withdrawCall(run: Emitter, step: number, tool_call_id: string): void {
  run.emit({ type: 'tool_call_end', step, tool_call_id })
  endCall(run, step, { tool_call_id, status: 'error', content: JSON.stringify({ error: { code: 'withdrawn' } }), code: 'withdrawn' })
}
