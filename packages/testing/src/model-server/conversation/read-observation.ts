import { isRecord } from '@pf/core'
import type { ToolResult } from '../story.ts'

const label = /^\s*(?:observation|tool result)s?\s*:?\s*/i
const truncated = /^\{\s*"(?:observation|tool|tool_call_id)"\s*:/

/** Reads a tool result out of a user message: `{"observation", "tool"?, "tool_call_id"?}` as JSON, also cut short or with a label before it. */
export function readObservation(content: string): ToolResult | undefined {
  const text = content.replace(label, '')
  const value = parseJson(text)
  if (isRecord(value) && Object.hasOwn(value, 'observation')) return fromRecord(value)
  if (value !== undefined || !truncated.test(text)) return undefined
  return { content: text, ...named(/"tool"\s*:\s*"([^"\\]*)"/.exec(text)?.[1]) }
}

/** Parses JSON; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function fromRecord(value: Record<string, unknown>): ToolResult {
  const { observation, tool, tool_call_id } = value
  const content = typeof observation === 'string' ? (parseJson(observation) ?? observation) : observation
  return { content, ...named(tool), ...(typeof tool_call_id === 'string' ? { tool_call_id } : {}) }
}

const named = (name: unknown) => (typeof name === 'string' ? { name } : {})
