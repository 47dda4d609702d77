import { type AgentInput, type ChatMessage, formatPointer, type ValidationIssue } from '@pf/core'
import { utf8Length } from '@pf/core/internal'
import { storable } from './clean-json.ts'
import type { IncomingFile } from './incoming-file.ts'

/** Limits of one request, with the status of a request that exceeds them. */
export interface InputLimits {
  /** Maximum size of the body in bytes: 413. */
  bodyBytes: number
  /** Maximum size of the text of one message in UTF-8 bytes: 413. */
  messageBytes: number
  /** Maximum number of messages: 413. */
  messages: number
  /** Maximum number of files in one message: 413. */
  messageFiles: number
  /** Maximum size in bytes of a file that a message contains as base64: 413. The body of the request is limited by `bodyBytes` as well. */
  fileBytes: number
  /** Maximum number of front-end tools: 413. */
  tools: number
  /** Maximum number of context entries: 413. */
  context: number
  /** Maximum size of the shared state as JSON, in UTF-8 bytes: 413. */
  stateBytes: number
  /** Maximum length of a thread or run id in characters: 400. */
  idLength: number
  /** Maximum depth of nesting: 400. */
  depth: number
}

/** Default limits: 8 MiB for a request, 200 kB for the text of a message and for the shared state, 10 files of 5 MiB. */
export const defaultLimits: InputLimits = {
  bodyBytes: 8 * 1024 * 1024,
  messageBytes: 200_000,
  messages: 5_000,
  messageFiles: 10,
  fileBytes: 5 * 1024 * 1024,
  tools: 128,
  context: 128,
  stateBytes: 200_000,
  idLength: 256,
  depth: 64,
}

/** Lists the parts of a request that exceed the limits. */
export function findExceededLimits(body: Record<string, unknown>, { input, files }: ReadRequest, limits: InputLimits): ValidationIssue[] {
  const counts = (['messages', 'tools', 'context'] as const).flatMap((key) => {
    const list = body[key]
    const length = Array.isArray(list) ? list.length : 0
    return length > limits[key] ? [tooLarge([key], `at most ${limits[key]} entries`, `${length} entries`)] : []
  })
  const longMessages = input.messages.flatMap((message) => {
    const bytes = bytesOf(message)
    return bytes > limits.messageBytes ? [tooLarge(['messages', indexOf(body, message)], `at most ${limits.messageBytes} bytes`, `${bytes} bytes`)] : []
  })
  return [
    ...counts,
    ...stateIssues(input.state, limits),
    ...longMessages,
    ...[...files].flatMap(([message, list]) => fileIssues(list, { index: indexOf(body, message), limits })),
  ]
}

/** A request that was read: its input, and the files in its messages. */
export interface ReadRequest {
  input: AgentInput
  files: ReadonlyMap<ChatMessage, readonly IncomingFile[]>
}

function stateIssues(state: AgentInput['state'], limits: InputLimits): ValidationIssue[] {
  const bytes = state === undefined ? 0 : utf8Length(JSON.stringify(state))
  return bytes > limits.stateBytes ? [tooLarge(['state'], `at most ${limits.stateBytes} bytes`, `${bytes} bytes`)] : []
}

function fileIssues(files: readonly IncomingFile[], { index, limits }: { index: number; limits: InputLimits }): ValidationIssue[] {
  const { messageFiles, fileBytes } = limits
  if (files.length > messageFiles) return [tooLarge(['messages', index, 'content'], `at most ${messageFiles} files`, `${files.length} files`)]
  return files.flatMap(({ pointer, source }) => {
    // Four characters of base64 are at most three bytes.
    const bytes = source.type === 'data' ? Math.floor(source.base64.length / 4) * 3 - 2 : 0
    return bytes > fileBytes ? [{ code: 'too_large', pointer, expected: `at most ${fileBytes} bytes`, received: `about ${bytes} bytes` }] : []
  })
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
