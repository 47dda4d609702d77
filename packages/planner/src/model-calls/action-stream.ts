import type { ActionReaderEvent, PlannerAction } from '@pf/core'
import { thinkingId, toolCallId } from '@pf/core'
import { awaitsDecision } from '../approvals/awaits-decision.ts'
import { startCall, withdrawCall } from '../log/call-events.ts'
import { announceUnlessChecked } from '../run/announce-call.ts'
import type { Run } from '../run/run.ts'

/** Shows one attempt at an action while the model writes it: reasoning, answer text, and arguments of tools with `streamArgs`. */
export interface ActionStream {
  /** Adds reasoning from the channel of the provider. Reasoning in the text is not shown after that. */
  reasoning(text: string): void
  feed(events: readonly ActionReaderEvent[]): void
  /** Makes the shown content match the finished action, and closes it. Returns the id under which a tool call was announced. */
  complete(action: PlannerAction): string | undefined
  /** Withdraws the content shown by this attempt. */
  withdraw(reason: string): void
  /** Receives the raw text in place of its events. An error that it throws ends the call. */
  raw?(text: string): void
  /** Lets a hook check the waiting text after each chunk. Present only together with `raw`. */
  pass?(): Promise<void>
  /** All reasoning so far. */
  readonly thought: string
}

interface ShownCall {
  tool_call_id: string
  name: string
  args: string
}

type Table = { [K in ActionReaderEvent['type']]: (event: Extract<ActionReaderEvent, { type: K }>) => void }

/** Creates the stream of the run's current attempt. */
export function createActionStream(run: Run): ActionStream {
  const { step } = run.state
  const thinking = createThinking(run)
  let native = false
  let call: ShownCall | undefined

  const withdrawShownCall = () => {
    if (!call) return false
    withdrawCall(run, step, call.tool_call_id)
    call = undefined
    return true
  }
  /** Withdraws the shown call and increments the attempt, because the id of that call cannot be reused. */
  const replaceCall = () => {
    if (withdrawShownCall()) run.state.attempt += 1
  }
  const begin = (name: string) => {
    thinking.close()
    replaceCall()
    const tool = run.tools.get(name)
    if (!tool?.streamArgs || awaitsDecision(run, tool)) return
    call = { tool_call_id: toolCallId(run.runId, step, { attempt: run.state.attempt }), name, args: '' }
    startCall(run, { step, tool_call_id: call.tool_call_id, name, interactive: tool.interactive ?? false })
  }
  const appendArgs = (text: string) => {
    if (!call || text === '') return
    call.args += text
    run.emit({ type: 'tool_call_args', step, tool_call_id: call.tool_call_id, delta: text })
  }
  const table = {
    reasoning_delta: ({ text }) => {
      if (!native) thinking.append(text)
    },
    node: ({ node }) => begin(node),
    answer_delta: ({ text }) => {
      thinking.close()
      run.segment.answer.append(text)
    },
    args_delta: ({ text }) => appendArgs(text),
    // Values that are known only at the end are taken from the normalized action.
    end: () => undefined,
  } satisfies Table

  const completeCall = (action: PlannerAction): string => {
    const name = action.next_node
    if (call && call.name === name && sameArgs(call.args, action.args)) {
      run.emit({ type: 'tool_call_end', step, tool_call_id: call.tool_call_id })
      return call.tool_call_id
    }
    replaceCall()
    const tool_call_id = toolCallId(run.runId, step, { attempt: run.state.attempt })
    const tool = run.tools.get(name)
    // A front-end call is shown only when it is valid, because the front end runs it immediately.
    if (tool) announceUnlessChecked(run, tool, { step, tool_call_id, args: action.args })
    return tool_call_id
  }
  return {
    get thought() {
      return thinking.text
    },
    reasoning: (text) => {
      native = true
      thinking.append(text)
    },
    feed: (events) => {
      for (const event of events) (table[event.type] as (event: ActionReaderEvent) => void)(event)
    },
    complete: (action) => {
      thinking.close()
      if (action.next_node !== 'final_response') {
        run.segment.answer.withdraw('not_an_answer')
        return completeCall(action)
      }
      withdrawShownCall()
      run.segment.answer.complete(String(action.args.answer))
      return undefined
    },
    withdraw: (reason) => {
      thinking.close()
      run.segment.answer.withdraw(reason)
      withdrawShownCall()
    },
  }
}

/** Shows the reasoning of one attempt. A closed stream is not opened again; later reasoning is stored but not shown. */
function createThinking(run: Run) {
  const { step, attempt } = run.state
  const stream = { stream_id: thinkingId(run.runId, step, attempt), channel: 'thinking', phase: 'action', attempt } as const
  let state: 'new' | 'open' | 'closed' = 'new'
  let text = ''
  const chunk = (part: string, done: boolean) => run.emit({ type: 'llm_stream_chunk', step, ...stream, text: part, action_seq: run.state.model_calls, done })
  return {
    get text() {
      return text
    },
    append: (part: string) => {
      text += part
      if (part === '' || state === 'closed' || run.agent.reasoning === 'hide') return
      state = 'open'
      chunk(part, false)
    },
    close: () => {
      if (state === 'open') chunk('', true)
      if (state === 'open') state = 'closed'
    },
  }
}

function sameArgs(shown: string, args: Record<string, unknown>): boolean {
  try {
    return JSON.stringify(JSON.parse(shown)) === JSON.stringify(args)
  } catch {
    return false
  }
}
