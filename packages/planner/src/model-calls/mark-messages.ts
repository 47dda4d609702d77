import type { JsonValue } from '@pf/core'
import { isRecord, parseJson, sha256Hex } from '@pf/core/internal'
import { type Finding, findInstructions } from '../guardrails/find-instructions.ts'
import { delimit } from '../guardrails/untrusted-content.ts'
import type { ModelMessage } from '../model/model.ts'
import type { Run } from '../run/run.ts'

/**
 * Puts results that come from outside, or that look like orders, between marks. The stored conversation is not changed, so that its form is
 * the same with and without marks. Sets `state.untrusted` if the model reads such a result.
 */
export async function markMessages(run: Run, messages: readonly ModelMessage[]): Promise<readonly ModelMessage[]> {
  return Promise.all(messages.map((message) => markMessage(run, message)))
}

async function markMessage(run: Run, message: ModelMessage): Promise<ModelMessage> {
  const value = message.role === 'user' && message.content.startsWith('{') ? parseJson(message.content) : undefined
  const tools = isRecord(value) ? toolsOf(value) : []
  if (tools.length === 0 || !isRecord(value)) return message
  const isOutside = tools.some((name) => sourceOf(run, name) === 'untrusted')
  const findings = findingsOf(run, tools, value as JsonValue)
  if (!isOutside && findings.length === 0) return message
  run.state.untrusted = true
  // The same message always gets the same nonce, so that providers can cache the prompt. Nobody can write a text that contains its own hash.
  const nonce = (await sha256Hex(new TextEncoder().encode(`${run.messageId}\n${run.threadId}\n${message.content}`))).slice(0, 16)
  return { ...message, content: delimit(message.content, nonce, findings) }
}

/** Returns the tools whose results are in a message: the one of an observation, those of a plan, or those of all planned calls. */
function toolsOf(value: Record<string, unknown>): string[] {
  const own = typeof value.tool === 'string' && typeof value.tool_call_id === 'string' ? [value.tool] : []
  const { branches, join } = isRecord(value.observation) ? value.observation : {}
  const parts = [...(Array.isArray(branches) ? branches : []), join, ...(Array.isArray(value.calls) ? value.calls : [])].filter(isRecord)
  return [...own, ...parts.flatMap(({ node, tool_name }) => [node, tool_name].filter((name) => typeof name === 'string'))]
}

const opcodes = ['plan', 'task']

/** Returns the source of a tool's results. Those of a tool that the agent does not have came with the request. */
export function sourceOf(run: Pick<Run, 'agent' | 'tools'>, name: string): 'trusted' | 'untrusted' {
  const given = run.agent.untrustedContent?.sources.get(name)
  if (given) return given
  const work = run.tools.get(name)?.work
  if (!work) return opcodes.includes(name) ? 'trusted' : 'untrusted'
  return work.kind === 'host' ? (work.definition.source ?? 'trusted') : 'trusted'
}

/** Returns what heuristics find in the results of tools. Results of the planner's own tools repeat what the model wrote. */
export function findingsOf(run: Pick<Run, 'tools'>, names: readonly string[], value: JsonValue): Finding[] {
  return names.every((name) => run.tools.get(name)?.work.kind === 'meta')
    ? []
    : findInstructions(isRecord(value) && 'observation' in value ? (value.observation as JsonValue) : value)
}
