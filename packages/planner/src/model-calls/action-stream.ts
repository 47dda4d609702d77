import type { ActionReaderEvent, PlannerAction } from '@pf/core'
import { thinkingId, toolCallId } from '@pf/core'
import { awaitsVerdict } from '../hooks/awaits-verdict.ts'
import { startCall, withdrawCall } from '../log/call-events.ts'
import { announceUnlessChecked } from '../run/announce-call.ts'
import type { Run } from '../run/run.ts'

/** Shows one attempt at an action while the model writes it: thinking, answer text, arguments of tools that stream theirs. */
export interface ActionStream {
  /** Reasoning of the provider's own channel; once there is some, reasoning found in the text is not shown. */
  reasoning(text: string): void
  feed(events: readonly ActionReaderEvent[]): void
  /** Brings what was shown in line with the finished action and closes it. For a tool call: the id it was announced under. */
  complete(action: PlannerAction): string | undefined
  /** Takes back what this attempt has shown. */
  withdraw(reason: string): void
  /** Takes the text as it comes, instead of its events; what it throws ends the call. */
  raw?(text: string): void
  /** Lets a hook look at what waits, after each piece of text; only together with `raw`. */
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
  /** Makes room for another call in the same attempt: the id of the first one is used up. */
  const replaceCall = () => {
    if (withdrawShownCall()) run.state.attempt += 1
  }
  const begin = (name: string) => {
    thinking.close()
    replaceCall()
    const tool = run.tools.get(name)
    if (!tool?.streamArgs || awaitsVerdict(run, name)) return
    call = { tool_call_id: toolCallId(run.run_id, step, { attempt: run.state.attempt }), name, args: '' }
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
    // What only comes out at the end is settled from the normalized action.
    end: () => undefined,
  } satisfies Table

  const completeCall = (action: PlannerAction): string => {
    const name = action.next_node
    if (call && call.name === name && sameArgs(call.args, action.args)) {
      run.emit({ type: 'tool_call_end', step, tool_call_id: call.tool_call_id })
      return call.tool_call_id
    }
    replaceCall()
    const tool_call_id = toolCallId(run.run_id, step, { attempt: run.state.attempt })
    const tool = run.tools.get(name)
    // A call of the front end is shown once it is known to be valid: it would run it at once.
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

/** Thinking of one attempt. A closed stream is not opened again: what comes later is kept and not shown. */
function createThinking(run: Run) {
  const { step, attempt } = run.state
  const stream = { stream_id: thinkingId(run.run_id, step, attempt), channel: 'thinking', phase: 'action', attempt } as const
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
