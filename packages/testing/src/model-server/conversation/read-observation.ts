import { isRecord, parseJson } from '@pf/core/internal'
import type { ToolResult } from '../story/story.ts'

const label = /^\s*(?:observation|tool result)s?\s*:?\s*/i
const truncated = /^\{\s*"(?:observation|tool|tool_call_id)"\s*:/

/** Reads a tool result from a user message: `{"tool_call_id"?, "tool"?, "observation", "note"?}` as JSON, which may be truncated or have a label before it. */
export function readObservation(content: string): ToolResult | undefined {
  const text = content.replace(label, '')
  const value = parseJson(text)
  if (isRecord(value) && Object.hasOwn(value, 'observation')) return fromRecord(value)
  if (value !== undefined || !truncated.test(text)) return undefined
  return { content: text, ...optional('name', /"tool"\s*:\s*"([^"\\]*)"/.exec(text)?.[1]) }
}

function fromRecord({ observation, tool, tool_call_id, note }: Record<string, unknown>): ToolResult {
  const content = typeof observation === 'string' ? (parseJson(observation) ?? observation) : observation
  return { content, ...optional('name', tool), ...optional('tool_call_id', tool_call_id), ...optional('note', note) }
}

const optional = (key: string, value: unknown) => (typeof value === 'string' ? { [key]: value } : {})
