import type { PlannerEvent, PlannerEventBody, PlannerEventType, UncommittedEvent } from '@pf/core'

/** An event body with its type and step, without the envelope. */
export type EventDraft<T extends PlannerEventType = PlannerEventType> = { [K in T]: { type: K; step?: number } & PlannerEventBody[K] }[T]

type Chunk = EventDraft<'llm_stream_chunk'>
type Seen = PlannerEvent | UncommittedEvent
type Observer<T extends PlannerEventType> = (event: Extract<Seen, { type: T }>) => void

/** The items of a log that have begun and not ended. They allow a run to close all of them, regardless of how it ends. */
export interface OpenItems {
  observe(event: Seen): void
  /** Returns the events that close the open items, in the order that clients need: texts, calls, results, steps. Calls in `waiting` stay open. */
  closers(code: string, now: number, waiting?: readonly string[]): EventDraft[]
}

interface OpenCall {
  step?: number
  ended: boolean
  owner: 'server' | 'client'
}

interface OpenStep {
  step?: number
  branch?: number
  node: string
  since: number
}

const stepKey = (event: { step?: number; branch?: number }) => `${event.step}:${event.branch}`
const atStep = (step: number | undefined) => (step === undefined ? {} : { step })

/** Creates an empty set. Pass every event of the log to `feed`, in order. */
export function createOpenItems(): OpenItems {
  const streams = new Map<string, Chunk>()
  const calls = new Map<string, OpenCall>()
  const steps = new Map<string, OpenStep>()
  const table: { [K in PlannerEventType]?: Observer<K> } = {
    llm_stream_chunk: (event) => {
      if (event.done) streams.delete(event.stream_id)
      else streams.set(event.stream_id, { ...chunkOf(event), text: '', done: true })
    },
    tool_call_start: (event) => void calls.set(event.tool_call_id, { ...atStep(event.step), ended: false, owner: event.owner }),
    tool_call_end: (event) => {
      const call = calls.get(event.tool_call_id)
      if (call) call.ended = true
    },
    tool_call_result: (event) => void calls.delete(event.tool_call_id),
    step_start: (event) => {
      const branch = event.branch === undefined ? {} : { branch: event.branch }
      steps.set(stepKey(event), { ...atStep(event.step), ...branch, node: event.node ?? 'unknown', since: event.ts })
    },
    step_complete: (event) => void steps.delete(stepKey(event)),
  }
  return {
    observe: (event) => (table[event.type] as Observer<PlannerEventType> | undefined)?.(event),
    closers: (code, now, waiting = []) => {
      const over = new Map([...calls].filter(([id]) => !waiting.includes(id)))
      return [...streams.values(), ...closedCalls(over, code), ...closedSteps(steps, now)]
    },
  }
}

const chunkOf = ({ step, stream_id, channel, phase, attempt, action_seq }: Extract<Seen, { type: 'llm_stream_chunk' }>) =>
  ({ type: 'llm_stream_chunk', ...atStep(step), stream_id, channel, phase, attempt, action_seq }) as const

function closedCalls(calls: Map<string, OpenCall>, code: string): EventDraft[] {
  return [...calls].flatMap(([tool_call_id, call]): EventDraft[] => {
    // The front end answers its own calls.
    if (call.owner === 'client' && call.ended) return []
    const result: EventDraft = {
      type: 'tool_call_result',
      ...atStep(call.step),
      tool_call_id,
      // A call that had begun may have taken effect. An incomplete call never ran.
      status: call.ended ? 'unknown' : 'error',
      content: JSON.stringify({ error: { code } }),
      code: call.ended ? code : 'withdrawn',
    }
    return call.ended ? [result] : [{ type: 'tool_call_end', ...atStep(call.step), tool_call_id }, result]
  })
}

/** Closes branches first, because clients that nest steps close the inner steps before the outer one. */
function closedSteps(steps: Map<string, OpenStep>, now: number): EventDraft[] {
  return [...steps.values()].reverse().map(({ since, ...step }) => ({ type: 'step_complete', ...step, status: 'error', latency_ms: Math.max(0, now - since) }))
}
