import { type AgentInput, type ChatMessage, formatPointer, type ValidationIssue } from '@pf/core'
import { utf8Length } from '@pf/core/internal'
import type { InputLimits } from './limits.ts'
import { storable } from './storable.ts'

/** Where a request is larger than it may be. */
export function overLimits(body: Record<string, unknown>, input: AgentInput, limits: InputLimits): ValidationIssue[] {
  const counts = (['messages', 'tools', 'context'] as const).flatMap((key) => {
    const list = body[key]
    const length = Array.isArray(list) ? list.length : 0
    return length > limits[key] ? [tooLarge([key], `at most ${limits[key]} entries`, `${length} entries`)] : []
  })
  const long = input.messages.flatMap((message) => {
    const bytes = bytesOf(message)
    return bytes > limits.messageBytes ? [tooLarge(['messages', indexOf(body, message)], `at most ${limits.messageBytes} bytes`, `${bytes} bytes`)] : []
  })
  return [...counts, ...long]
}

function tooLarge(path: (string | number)[], expected: string, received: string): ValidationIssue {
  return { code: 'too_large', pointer: formatPointer(path), expected, received }
}

function bytesOf(message: ChatMessage): number {
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : []
  return [message.content, ...calls.map((call) => call.arguments)].reduce((sum, text) => sum + utf8Length(text), 0)
}

function indexOf(body: Record<string, unknown>, { id }: ChatMessage): number {
  const list = Array.isArray(body.messages) ? body.messages : []
  return list.findIndex((message) => typeof message === 'object' && message !== null && 'id' in message && storable(String(message.id)) === id)
}
