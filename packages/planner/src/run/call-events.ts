import type { EventDraft } from './open-items.ts'
import type { Run } from './run.ts'

/** A call as clients are told of it. */
export interface AnnouncedCall {
  step: number
  tool_call_id: string
  name: string
  plan_id?: string
  branch?: number
}

/** Announces a call of a tool of ours; arguments follow. */
export function startCall(run: Pick<Run, 'emit'>, call: AnnouncedCall): void {
  run.emit({ type: 'tool_call_start', ...call, interactive: false, owner: 'server' })
}

/** Announces a call whose arguments are already whole. */
export function announceCall(run: Pick<Run, 'emit'>, call: AnnouncedCall, args: Record<string, unknown>): void {
  const { step, tool_call_id } = call
  startCall(run, call)
  run.emit({ type: 'tool_call_args', step, tool_call_id, delta: JSON.stringify(args) })
  run.emit({ type: 'tool_call_end', step, tool_call_id })
}

/** Ends a call with its result, as the model sees it. */
export function endCall(run: Pick<Run, 'emit'>, step: number, result: Omit<Extract<EventDraft, { type: 'tool_call_result' }>, 'type' | 'step'>): void {
  run.emit({ type: 'tool_call_result', step, ...result })
}

/** Takes back a call whose arguments were shown and that will not run. */
export function withdrawCall(run: Pick<Run, 'emit'>, step: number, tool_call_id: string): void {
  run.emit({ type: 'tool_call_end', step, tool_call_id })
  endCall(run, step, { tool_call_id, status: 'error', content: JSON.stringify({ error: { code: 'withdrawn' } }), code: 'withdrawn' })
}
