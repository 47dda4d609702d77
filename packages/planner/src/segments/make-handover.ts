import type { AgentInput, ChatMessage } from '@pf/core'
import type { ModelMessage } from '../model/model.ts'
import { userMessage } from '../prompt/file-text.ts'
import type { CompiledAgent } from '../run/compiled-agent.ts'
import { stateOfRequest } from '../shared-state/shared-state.ts'
import type { Handover, RunState } from '../state/run-state.ts'
import type { Resolution } from '../state/waiting.ts'
import { frontEndTools, toolsContext } from '../toolset/front-end-tools.ts'
import { answeredIn, filesOf, toolWarnings, userMessageIds } from './begin-run.ts'

type Warning = { code: string; text: string }

/** The handover of a run that continues without a request: after a separate answer, an expired question or a crash. */
export function handoverWithoutRequest(saved: RunState, { to, resolution }: { to: string; resolution: Resolution | undefined }): Handover {
  const { client, client_tools, context } = saved
  return {
    to,
    ...(resolution ? { resolution } : {}),
    warnings: [],
    messages: [],
    known_message_ids: [],
    context,
    client,
    client_tools,
    answered: [],
    new_turn: false,
  }
}

/** Returns the user messages that the paused run does not know. */
export const newUserMessages = (saved: RunState, messages: readonly ChatMessage[]) => {
  const known = new Set(saved.known_message_ids)
  return messages.filter((message) => message.role === 'user' && !known.has(message.id))
}

/** Outcomes of a question after which a new user message begins a new turn. */
const allowsNewTurn: ReadonlySet<Resolution['status']> = new Set(['superseded', 'expired', 'lost'])

/**
 * Creates the handover of a run that continues with a request. Only the new user messages are taken from the conversation of the request.
 * The rest is in the state, where no front end can change it.
 */
export function handoverForRequest(
  agent: CompiledAgent,
  saved: RunState,
  { input, warnings, resolution }: { input: AgentInput; warnings: Warning[]; resolution: Resolution | undefined },
): Handover {
  const lines = newUserMessages(saved, input.messages)
  const line = lines.at(-1)
  const new_turn = line !== undefined && resolution !== undefined && allowsNewTurn.has(resolution.status)
  const shared = stateOfRequest(agent, saved, { input, new_turn })
  return {
    to: input.run_id,
    ...(resolution ? { resolution } : {}),
    warnings: [...warnings, ...toolWarnings(agent, input.client_tools), ...shared.warnings],
    messages: [...contextMessages(agent, saved, input), ...lines.map(userMessage)],
    known_message_ids: userMessageIds(lines),
    context: input.context,
    client: input.client,
    client_tools: input.client_tools,
    answered: answeredIn(input),
    ...(line ? { line: { id: line.id, text: line.content, ...filesOf(line) } } : {}),
    ...(shared.shared_state === undefined ? {} : { shared_state: shared.shared_state }),
    new_turn,
  }
}

/** Returns the context and tools of the front end, if they differ from those at the start of the run. */
function contextMessages(agent: CompiledAgent, saved: RunState, { context, client_tools }: AgentInput): ModelMessage[] {
  const sameTools = JSON.stringify(client_tools) === JSON.stringify(saved.client_tools)
  const entries = [
    ...(JSON.stringify(context) === JSON.stringify(saved.context) ? [] : context),
    ...(sameTools ? [] : toolsContext(frontEndTools(client_tools, agent.tools).tools)),
  ]
  return entries.length === 0 ? [] : [{ role: 'user', content: JSON.stringify({ context: entries }) }]
}
