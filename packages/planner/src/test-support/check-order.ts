import type { PlannerEvent, PlannerEventType } from '@pf/core'

type Rule<T extends PlannerEventType> = (event: Extract<PlannerEvent, { type: T }>) => void

/**
 * Reads the log of a run and throws at the first event that violates the order: run_start is first in each segment, one finish is last,
 * only a paused one is followed by another segment, everything is closed, calls are balanced except for those that wait, ids are used once,
 * and the shown text equals the answer.
 */
export function checkOrder(events: readonly PlannerEvent[]): void {
  const streams = new Map<string, { open: boolean; text: string; channel: string; withdrawn: boolean }>()
  const calls = new Map<string, 'started' | 'ended' | 'done'>()
  const ofClient = new Set<string>()
  let resumed = false
  let asked: readonly string[] = []
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
      if (event.owner === 'client') ofClient.add(event.tool_call_id)
    },
    tool_call_args: (event) => {
      if (calls.get(event.tool_call_id) !== 'started') fail(event, 'arguments outside of a call')
    },
    tool_call_end: (event) => {
      if (calls.get(event.tool_call_id) !== 'started') fail(event, 'ends no open call')
      calls.set(event.tool_call_id, 'ended')
    },
    tool_call_result: (event) => {
      const known = calls.get(event.tool_call_id)
      if (known !== 'ended' && !(known === undefined && resumed)) fail(event, 'a result without an ended call, or a second one')
      if (ofClient.has(event.tool_call_id)) fail(event, "a result for the front end's own call")
      JSON.parse(event.content)
      calls.set(event.tool_call_id, 'done')
    },
    tool_call_progress: (event) => {
      const known = calls.get(event.tool_call_id)
      if (known !== 'ended' && !(known === undefined && resumed)) fail(event, 'progress outside of a call')
    },
    resume: () => {
      resumed = true
    },
    pause: (event) => {
      asked = event.interactions.map(({ tool_call_id }) => tool_call_id)
      if (asked.length === 0) fail(event, 'asks nothing')
      for (const id of asked) if (calls.has(id) && calls.get(id) !== 'ended') fail(event, 'asks under a call that is not open')
    },
    run_start: () => {
      resumed = false
      asked = []
    },
    finish: (event) => {
      if ([...streams.values()].some(({ open }) => open)) fail(event, 'a stream is open')
      if (steps.size > 0) fail(event, 'a step is open')
      const waiting = [...calls].filter(([id, state]) => state !== 'done' && !ofClient.has(id)).map(([id]) => id)
      if (event.reason !== 'paused' && waiting.length > 0) fail(event, 'a call is open')
      if (event.reason === 'paused' && asked.length === 0 && ofClient.size === 0) fail(event, 'pauses without a question')
      if (event.reason === 'paused' && waiting.length > 2) fail(event, 'more than a question and its call wait')
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
    const before = events[index - 1]
    const begins = before === undefined || before.type === 'finish'
    if ((event.type === 'run_start') !== begins) fail(event, 'run_start is not first, or not alone')
    if (before?.type === 'finish' && before.reason !== 'paused') fail(event, 'follows the end of the run')
    ;(rules[event.type] as Rule<PlannerEventType> | undefined)?.(event)
  })
  const finish = events.at(-1)
  if (finish?.type !== 'finish') throw new Error('the log has no finish')
  const shown = [...streams.values()].filter(({ channel, withdrawn }) => channel === 'answer' && !withdrawn).map(({ text }) => text)
  if (shown.length > 1) fail(finish, 'more than one answer is shown')
  if (finish.reason === 'answer' && shown[0] !== finish.payload.raw_answer) fail(finish, 'the shown text is not the answer')
}
