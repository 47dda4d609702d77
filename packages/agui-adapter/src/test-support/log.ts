import type { ClientInfo, FinalPayload, PlannerEvent, PlannerEventBody, PlannerEventType } from '@pf/core'

/** An event in the form in which tests write it, without the envelope. */
export type Bare = { [K in PlannerEventType]: { type: K; step?: number; parent_run_id?: string } & PlannerEventBody[K] }[PlannerEventType]

export const thirdPartyClient: ClientInfo = { client_tools: [], answered: [] }
export const newerClient: ClientInfo = { ...thirdPartyClient, protocol_version: '1.0' }
export const pfClient: ClientInfo = { ...newerClient, pf: {} }

export const start = (client: ClientInfo = thirdPartyClient, run_id = 'r1'): Bare => ({
  type: 'run_start',
  registry_version: '1',
  registry_digest: 'd',
  message_id: `t:${run_id}`,
  client,
})

export const payload = (raw_answer: string, more: Partial<FinalPayload> = {}): FinalPayload => ({
  raw_answer,
  artifacts: {},
  confidence: null,
  sources: [],
  route: null,
  suggested_actions: [],
  requires_followup: false,
  warnings: [],
  language: null,
  extra: {},
  ...more,
})

const limited = new Set(['deadline', 'budget_exhausted'])

/** Creates a finish event. A finish by a limit has a partial answer if it has any. */
export const finish = (reason: PlannerEventBody['finish']['reason'], raw_answer = '', error?: PlannerEventBody['finish']['error']): Bare => ({
  type: 'finish',
  reason,
  payload: payload(raw_answer, limited.has(reason) && raw_answer !== '' ? { route: 'partial' } : {}),
  ...(error ? { error } : {}),
})

const chunk = (channel: 'answer' | 'thinking', stream_id: string, text: string, done: boolean): Bare => ({
  type: 'llm_stream_chunk',
  stream_id,
  text,
  channel,
  phase: 'answer',
  attempt: 1,
  action_seq: 1,
  done,
})

export const text = (delta: string, stream_id = 'm:r1:1:1'): Bare => chunk('answer', stream_id, delta, false)
export const textDone = (stream_id = 'm:r1:1:1'): Bare => chunk('answer', stream_id, '', true)
export const thought = (delta: string, stream_id = 'r:r1:1:1'): Bare => chunk('thinking', stream_id, delta, false)
export const thoughtDone = (stream_id = 'r:r1:1:1'): Bare => chunk('thinking', stream_id, '', true)

export const call = (tool_call_id: string, name = 'search', owner: 'server' | 'client' = 'server'): Bare => ({
  type: 'tool_call_start',
  tool_call_id,
  name,
  interactive: false,
  owner,
})
export const args = (tool_call_id: string, delta: string): Bare => ({ type: 'tool_call_args', tool_call_id, delta })
export const callEnd = (tool_call_id: string): Bare => ({ type: 'tool_call_end', tool_call_id })
export const result = (tool_call_id: string, content = '{"ok":true}'): Bare => ({ type: 'tool_call_result', tool_call_id, status: 'ok', content })

export const component = (id: string, props: Record<string, string>, message_id = 't:r1'): Bare => ({
  type: 'artifact_chunk',
  stream_id: id,
  chunk: { id, component: 'markdown', props },
  done: true,
  artifact_type: 'ui_component',
  meta: { message_id, registry_version: '1', source_tool: 'render_component' },
})

/** Numbers events like a store and adds their envelope. */
export function logOf(bare: readonly Bare[], run_id = 'r1', thread_id = 'th1'): PlannerEvent[] {
  return bare.map((event, index) => ({ ...event, run_id, thread_id, ts: 1_000 + index, seq: index + 1 }) as PlannerEvent)
}
