import type { PlannerEvent, PlannerEventType } from '@pf/core'

type Rule<T extends PlannerEventType> = (event: Extract<PlannerEvent, { type: T }>) => void

/**
 * Reads the log of a run and throws at the first event that breaks the order: run_start first, one finish last, everything closed, calls
 * balanced, ids used once, the shown text equal to the answer.
 */
export function checkOrder(events: readonly PlannerEvent[]): void {
  const streams = new Map<string, { open: boolean; text: string; channel: string; withdrawn: boolean }>()
  const calls = new Map<string, 'started' | 'ended' | 'done'>()
  const steps = new Set<string>()
  const fail = (event: PlannerEvent, why: string): never => {
    throw new Error(`event ${event.seq} (${event.type}): ${why}\n${events.map((each) => JSON.stringify(each).slice(0, 300)).join('\n')}`)
  }
  const stepKey = (event: { step?: number; branch?: number }) => `${event.step}:${event.branch ?? ''}`
  const rules: { [T in PlannerEventType]?: Rule<T> } = {
    llm_stream_chunk: (event) => {
      const known = streams.get(event.stream_id)
      if (known && !known.open) fail(event, 'the stream was closed')
      if (known && known.channel !== event.channel) fail(event, 'the id is used on another channel')
      if (calls.has(event.stream_id)) fail(event, 'the id is that of a call')
      if (event.done && event.text !== '') fail(event, 'a closing chunk has text')
      if (event.done && !known) fail(event, 'closed without being open')
      streams.set(event.stream_id, { open: !event.done, text: (known?.text ?? '') + event.text, channel: event.channel, withdrawn: false })
    },
    answer_reset: (event) => {
      const known = streams.get(event.stream_id)
      if (!known || known.open || known.channel !== 'answer') return fail(event, 'withdraws no closed answer')
      if (known.withdrawn) fail(event, 'withdrawn twice')
      known.withdrawn = true
    },
    tool_call_start: (event) => {
      if (calls.has(event.tool_call_id)) fail(event, 'the id was used before')
      calls.set(event.tool_call_id, 'started')
    },
    tool_call_args: (event) => {
      if (calls.get(event.tool_call_id) !== 'started') fail(event, 'arguments outside of a call')
    },
    tool_call_end: (event) => {
      if (calls.get(event.tool_call_id) !== 'started') fail(event, 'ends no open call')
      calls.set(event.tool_call_id, 'ended')
    },
    tool_call_result: (event) => {
      if (calls.get(event.tool_call_id) !== 'ended') fail(event, 'a result without an ended call, or a second one')
      JSON.parse(event.content)
      calls.set(event.tool_call_id, 'done')
    },
    tool_call_progress: (event) => {
      if (calls.get(event.tool_call_id) !== 'ended') fail(event, 'progress outside of a call')
    },
    step_start: (event) => {
      if (steps.has(stepKey(event))) fail(event, 'the step is open')
      steps.add(stepKey(event))
    },
    step_complete: (event) => {
      if (!steps.delete(stepKey(event))) fail(event, 'completes no open step')
    },
  }
  events.forEach((event, index) => {
    if (event.seq !== index + 1) fail(event, `seq is not ${index + 1}`)
    if ((event.type === 'run_start') !== (index === 0)) fail(event, 'run_start is not first, or not alone')
    if ((event.type === 'finish') !== (index === events.length - 1)) fail(event, 'finish is not last, or not alone')
    ;(rules[event.type] as Rule<PlannerEventType> | undefined)?.(event)
  })
  const finish = events.at(-1)
  if (finish?.type !== 'finish') throw new Error('the log has no finish')
  if ([...streams.values()].some(({ open }) => open)) fail(finish, 'a stream is open')
  if ([...calls.values()].some((state) => state !== 'done')) fail(finish, 'a call is open')
  if (steps.size > 0) fail(finish, 'a step is open')
  const shown = [...streams.values()].filter(({ channel, withdrawn }) => channel === 'answer' && !withdrawn).map(({ text }) => text)
  if (shown.length > 1) fail(finish, 'more than one answer is shown')
  if (finish.reason === 'answer' && shown[0] !== finish.payload.raw_answer) fail(finish, 'the shown text is not the answer')
}
