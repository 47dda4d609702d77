import type { AguiEvent, SnapshotMessage } from './agui-event.ts'

/**
 * The messages that a client has built from the events of a run, as the protocol defines it. Reasoning and activity messages are not
 * included, because a snapshot without them leaves them unchanged.
 */
export interface Transcript {
  apply(event: AguiEvent): void
  /** Removes these messages. A message with tool calls is kept without its text. */
  withdraw(ids: readonly string[]): void
  messages(): SnapshotMessage[]
}

interface Call {
  id: string
  type: 'function'
  function: { name: string; arguments: string }
}

interface Entry {
  id: string
  role: 'assistant' | 'tool'
  content?: string
  toolCalls?: Call[]
  toolCallId?: string
}

type Applied = 'TEXT_MESSAGE_START' | 'TEXT_MESSAGE_CONTENT' | 'TOOL_CALL_START' | 'TOOL_CALL_ARGS' | 'TOOL_CALL_RESULT'

/** Creates a transcript that starts with the messages of the request. */
export function createTranscript(requestMessages: readonly SnapshotMessage[]): Transcript {
  const entries = new Map<string, Entry>()
  const calls = new Map<string, Call>()
  const assistant = (id: string) => {
    const entry: Entry = entries.get(id) ?? { id, role: 'assistant' }
    entries.set(id, entry)
    return entry
  }
  const appliers = {
    TEXT_MESSAGE_START: (event) => {
      assistant(event.messageId).content ??= ''
    },
    TEXT_MESSAGE_CONTENT: (event) => {
      const entry = assistant(event.messageId)
      entry.content = (entry.content ?? '') + event.delta
    },
    TOOL_CALL_START: (event) => {
      const call: Call = { id: event.toolCallId, type: 'function', function: { name: event.toolCallName, arguments: '' } }
      calls.set(call.id, call)
      const entry = assistant(event.parentMessageId ?? event.toolCallId)
      entry.toolCalls = [...(entry.toolCalls ?? []), call]
    },
    TOOL_CALL_ARGS: (event) => {
      const call = calls.get(event.toolCallId)
      if (call) call.function.arguments += event.delta
    },
    TOOL_CALL_RESULT: (event) => {
      const content = typeof event.content === 'string' ? event.content : ''
      entries.set(event.messageId, { id: event.messageId, role: 'tool', toolCallId: event.toolCallId, content })
    },
  } satisfies { [K in Applied]: (event: Extract<AguiEvent, { type: K }>) => void }

  return {
    apply(event) {
      const applier = appliers[event.type as Applied] as ((event: AguiEvent) => void) | undefined
      applier?.(event)
    },
    withdraw(ids) {
      for (const id of ids) {
        const entry = entries.get(id)
        if (entry?.toolCalls) delete entry.content
        else entries.delete(id)
      }
    },
    messages: () => [...requestMessages, ...[...entries.values()].map((entry) => structuredClone({ ...entry }))],
  }
}
