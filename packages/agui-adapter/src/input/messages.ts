import type { ChatMessage } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { storable } from './clean-json.ts'
import { isFilePart, readFilePart } from './file-parts.ts'
import type { IncomingFile } from './incoming-file.ts'
import { type Findings, field, refuse, warn } from './issues.ts'

/** The text of a message, its files, and the kinds of its parts that are not supported. */
interface Content {
  text: string
  files: IncomingFile[]
  unsupported: string[]
}

/** Reads content that is a string or a list of parts. A part of an unknown kind is dropped with a warning. */
function readContent(findings: Findings, value: unknown, pointer: string): Content {
  if (typeof value === 'string') return { text: storable(value), files: [], unsupported: [] }
  if (!Array.isArray(value)) {
    refuse(findings, pointer, { expected: 'a string or a list of parts', received: value })
    return { text: '', files: [], unsupported: [] }
  }
  const parts = value.map((part, index) => readPart(findings, part, `${pointer}/${index}`))
  return {
    text: parts.flatMap(({ text }) => text ?? []).join('\n'),
    files: parts.flatMap(({ file }) => file ?? []),
    unsupported: parts.flatMap(({ unsupported }) => unsupported ?? []),
  }
}

type Part = { text?: string; file?: IncomingFile | undefined; unsupported?: string }

function readPart(findings: Findings, part: unknown, pointer: string): Part {
  const type = isRecord(part) ? field(findings, part, 'type') : undefined
  if (!isRecord(part) || typeof type !== 'string') {
    refuse(findings, pointer, { expected: 'a part with a type', received: part })
    return {}
  }
  if (type === 'text') return readText(findings, part, pointer)
  if (isFilePart(type)) return { file: readFilePart(findings, part, pointer) }
  warn(findings, 'part_dropped', 'A message part of an unknown kind was dropped.')
  return { unsupported: 'unknown' }
}

/** Returns the text of a message that only a user may extend with files. The files of others are dropped with a warning. */
function readTextOnly(findings: Findings, value: unknown, pointer: string): string {
  const { text, files } = readContent(findings, value, pointer)
  for (const { kind } of files) warn(findings, 'part_dropped', `A message part of kind ${kind} was dropped. Only messages of the user may have files.`)
  return text
}

function readText(findings: Findings, part: Record<string, unknown>, pointer: string): Part {
  const text = field(findings, part, 'text')
  if (typeof text === 'string') return { text: storable(text) }
  refuse(findings, `${pointer}/text`, { expected: 'a string', received: text })
  return {}
}

type Fields = Record<string, unknown>
type Reader = (findings: Findings, fields: Fields, at: { id: string; pointer: string }) => ChatMessage | undefined

/** Reads a message that the protocol has for clients only. It is dropped with a warning, because it is not a part of the conversation with the model. */
const readClientOnly =
  (role: 'activity' | 'reasoning'): Reader =>
  (findings) =>
    void warn(findings, 'client_message_dropped', `Messages with the role ${role} were dropped. They are not sent to the model.`)

/** Readers by role. */
const readers = new Map<string, Reader>([
  ['system', (findings, fields, at) => ({ id: at.id, role: 'system', content: textOf(findings, fields, at.pointer) })],
  ['developer', (findings, fields, at) => ({ id: at.id, role: 'developer', content: textOf(findings, fields, at.pointer) })],
  ['user', readUser],
  ['assistant', readAssistant],
  ['tool', readTool],
  ['activity', readClientOnly('activity')],
  ['reasoning', readClientOnly('reasoning')],
])

/** Reads one message. Returns undefined for a message that is not part of the conversation or is refused. */
export function readMessage(findings: Findings, message: unknown, pointer: string): ChatMessage | undefined {
  if (!isRecord(message)) return refuse(findings, pointer, { expected: 'a message', received: message })
  const role = field(findings, message, 'role')
  const reader = typeof role === 'string' ? readers.get(role) : undefined
  if (!reader) return unknownRole(findings, role, pointer)
  const rawId = field(findings, message, 'id')
  const id = typeof rawId === 'string' ? storable(rawId) : ''
  if (id === '') return refuse(findings, `${pointer}/id`, { expected: 'a non-empty string', received: rawId })
  return reader(findings, message, { id, pointer })
}

function unknownRole(findings: Findings, role: unknown, pointer: string): undefined {
  if (findings.strict || typeof role !== 'string') return refuse(findings, `${pointer}/role`, { expected: [...readers.keys()].join(' | '), received: role })
  warn(findings, 'role_dropped', 'A message with an unknown role was dropped.')
}

function readUser(findings: Findings, fields: Fields, { id, pointer }: { id: string; pointer: string }): ChatMessage {
  const { text, files, unsupported } = readContent(findings, field(findings, fields, 'content') ?? missingContent(findings), `${pointer}/content`)
  const notice = `(The user sent content that cannot be read here: ${[...new Set(unsupported)].join(', ')}.)`
  const message: ChatMessage = { id, role: 'user', content: text.trim() === '' && files.length === 0 && unsupported.length > 0 ? notice : text }
  if (files.length > 0) findings.files.set(message, files)
  return message
}

function readAssistant(findings: Findings, fields: Fields, { id, pointer }: { id: string; pointer: string }): ChatMessage {
  const content = field(findings, fields, 'content')
  const text = content === undefined ? '' : readTextOnly(findings, content, `${pointer}/content`)
  const calls = field(findings, fields, 'toolCalls')
  if (calls === undefined) return { id, role: 'assistant', content: text }
  if (!Array.isArray(calls)) refuse(findings, `${pointer}/toolCalls`, { expected: 'a list', received: calls })
  const list = Array.isArray(calls) ? calls : []
  const read = list.flatMap((call, index) => readCall(findings, call, `${pointer}/toolCalls/${index}`) ?? [])
  return { id, role: 'assistant', content: text, ...(read.length > 0 ? { tool_calls: read } : {}) }
}

function readTool(findings: Findings, fields: Fields, { id, pointer }: { id: string; pointer: string }): ChatMessage {
  const tool_call_id = field(findings, fields, 'toolCallId')
  if (typeof tool_call_id !== 'string') refuse(findings, `${pointer}/toolCallId`, { expected: 'a string', received: tool_call_id })
  const text = readTextOnly(findings, field(findings, fields, 'content') ?? missingContent(findings), `${pointer}/content`)
  const error = field(findings, fields, 'error')
  if (error !== undefined && typeof error !== 'string') refuse(findings, `${pointer}/error`, { expected: 'a string', received: error })
  return { id, role: 'tool', tool_call_id: storable(String(tool_call_id)), content: text, ...(typeof error === 'string' ? { error: storable(error) } : {}) }
}

/** Reads a tool call. The arguments are kept as text, because a model may have written invalid JSON. */
function readCall(findings: Findings, call: unknown, pointer: string) {
  const id = isRecord(call) ? field(findings, call, 'id') : undefined
  const called = isRecord(call) ? field(findings, call, 'function') : undefined
  const name = isRecord(called) ? field(findings, called, 'name') : undefined
  const args = isRecord(called) ? field(findings, called, 'arguments') : undefined
  if (typeof id === 'string' && typeof name === 'string' && typeof args === 'string')
    return { id: storable(id), name: storable(name), arguments: storable(args) }
  return refuse(findings, pointer, { expected: '{id, type, function: {name, arguments}} of strings', received: call })
}

function textOf(findings: Findings, fields: Fields, pointer: string): string {
  return readTextOnly(findings, field(findings, fields, 'content') ?? missingContent(findings), `${pointer}/content`)
}

/** Returns the content of a message without content, which clients before 1.0 may omit. */
const missingContent = (findings: Findings) => (findings.strict ? undefined : '')

type ToolMessage = Extract<ChatMessage, { role: 'tool' }>

/**
 * Orders a history as model providers require it: the result of each call directly after the call, and only the newest one. Clients insert late
 * results anywhere and may answer a repeated interrupt twice. A result without its call is dropped with a warning.
 */
export function orderHistory(findings: Findings, messages: readonly ChatMessage[]): ChatMessage[] {
  const results = new Map<string, ToolMessage>()
  for (const message of messages) if (message.role === 'tool') results.set(message.tool_call_id, message)
  const placed = new Set<string>()
  const ordered = messages.flatMap((message): ChatMessage[] => {
    if (message.role === 'tool') return []
    if (message.role !== 'assistant') return [message]
    const answers = (message.tool_calls ?? []).flatMap(({ id }) => takeResult(results, placed, id))
    return [message, ...answers]
  })
  if (placed.size < results.size) warn(findings, 'orphan_result', 'A tool message without its call was dropped.')
  return ordered
}

function takeResult(results: ReadonlyMap<string, ToolMessage>, placed: Set<string>, id: string): ToolMessage[] {
  const result = results.get(id)
  if (!result || placed.has(id)) return []
  placed.add(id)
  return [result]
}
