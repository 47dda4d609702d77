import type { AgentInput, ChatMessage, ValidationIssue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { SnapshotMessage } from '../agui/agui-event.ts'
import { readResume } from './answers.ts'
import { cleanJson, findUnsafeKey, isDeeperThan, readId } from './clean-json.ts'
import { readContext, readForwarded } from './forwarded.ts'
import type { IncomingFile } from './incoming-file.ts'
import { type Findings, field, type InputWarning, jsonTypeOf, refuse, warn } from './issues.ts'
import { defaultLimits, findExceededLimits, type InputLimits } from './limits.ts'
import { orderHistory, readMessage } from './messages.ts'
import { readTools } from './tools.ts'

/**
 * A valid request, or the issues of an invalid one. `files` has the files of messages of `input`, which have to be stored. `echo` has the messages of a third-party client, which a MESSAGES_SNAPSHOT repeats if
 * an answer is withdrawn.
 */
export type ParsedInput =
  | { ok: true; input: AgentInput; files: ReadonlyMap<ChatMessage, readonly IncomingFile[]>; echo: SnapshotMessage[] | undefined; warnings: InputWarning[] }
  | { ok: false; code: 'invalid_input' | 'too_large' | 'too_deep'; issues: ValidationIssue[] }

/**
 * Reads a RunAgentInput of AG-UI 1.0 or 0.0.x from parsed JSON. Clients without protocolVersion may write null for missing fields. Unknown keys
 * and keys that could change a prototype are dropped. Never throws.
 */
export function parseRunInput(body: unknown, limits: InputLimits = defaultLimits): ParsedInput {
  if (!isRecord(body)) return invalid('invalid_input', [{ code: 'invalid_input', pointer: '', expected: 'a RunAgentInput object', received: jsonTypeOf(body) }])
  if (isDeeperThan(body, limits.depth)) return invalid('too_deep', [{ code: 'too_deep', pointer: '', expected: `at most ${limits.depth} levels` }])
  const findings: Findings = { strict: false, issues: [], warnings: [], files: new Map() }
  const version = readVersion(findings, Object.hasOwn(body, 'protocolVersion') ? body.protocolVersion : undefined)
  findings.strict = version !== undefined
  const input = readInput(findings, body, { version, limits })
  const exceeded = findExceededLimits(body, { input, files: findings.files }, limits)
  if (exceeded.length > 0) return invalid('too_large', exceeded)
  if (findings.issues.length > 0) return invalid('invalid_input', findings.issues)
  const echo = input.client.pf ? undefined : echoMessages(body.messages)
  if (!echo && !input.client.pf)
    warn(findings, 'answers_not_withdrawn', 'A message of an unknown form cannot be repeated, so a withdrawn answer remains visible in this client.')
  return { ok: true, input, files: findings.files, echo, warnings: findings.warnings }
}

const invalid = (code: 'invalid_input' | 'too_large' | 'too_deep', issues: ValidationIssue[]): ParsedInput => ({ ok: false, code, issues })

function readInput(findings: Findings, body: Record<string, unknown>, { version, limits }: { version: string | undefined; limits: InputLimits }): AgentInput {
  const get = (key: string) => field(findings, body, key)
  const parent = get('parentRunId')
  const state = Object.hasOwn(body, 'state') ? body.state : undefined
  if (findUnsafeKey(state) !== undefined) warn(findings, 'state_keys_dropped', 'Keys of the state that could change a prototype were dropped.')
  const answers = readResume(findings, get('resume'))
  const { pf, context } = readForwarded(findings, get('forwardedProps'))
  return {
    thread_id: requireId(findings, get('threadId'), { pointer: '/threadId', limits }),
    run_id: requireId(findings, get('runId'), { pointer: '/runId', limits }),
    messages: readMessages(findings, get('messages'), answers.length > 0),
    client_tools: readTools(findings, get('tools')),
    context: [...readContext(findings, get('context')), ...context],
    client: { ...(version === undefined ? {} : { protocol_version: version }), ...(pf ? { pf } : {}) },
    ...(state === undefined || state === null ? {} : { state: cleanJson(state) }),
    ...(answers.length > 0 ? { answers } : {}),
    ...(parent === undefined ? {} : { parent_run_id: requireId(findings, parent, { pointer: '/parentRunId', limits }) }),
  }
}

function requireId(findings: Findings, value: unknown, { pointer, limits }: { pointer: string; limits: InputLimits }): string {
  const id = readId(value, limits.idLength)
  if (id === undefined) refuse(findings, pointer, { expected: `1 to ${limits.idLength} characters without control characters`, received: value })
  return id ?? ''
}

function readMessages(findings: Findings, value: unknown, answers: boolean): ChatMessage[] {
  if (!Array.isArray(value)) {
    refuse(findings, '/messages', { expected: 'a list', received: value })
    return []
  }
  const read = value.map((message, index) => readMessage(findings, message, `/messages/${index}`))
  const last = read.at(-1)
  if (value.length === 0 && !answers) refuse(findings, '/messages', { expected: 'at least one message', received: value })
  if (last?.role === 'user' && last.content.trim() === '' && !findings.files.has(last) && !answers)
    findings.issues.push({
      code: 'invalid_input',
      pointer: `/messages/${value.length - 1}/content`,
      expected: 'a non-empty message',
      received: 'empty',
    })
  return orderHistory(
    findings,
    read.flatMap((message) => message ?? []),
  )
}

/**
 * The protocol version of a request; undefined for a client before 1.0, which sends none. A newer minor version and an invalid version are
 * treated as 1.0 with a warning, and another major version is refused (AG-UI spec, versioning).
 */
function readVersion(findings: Findings, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  const match = typeof value === 'string' ? /^(\d{1,4})\.(\d{1,4})$/.exec(value) : null
  if (!match) {
    warn(findings, 'version_unreadable', 'protocolVersion is invalid. The request is treated as 1.0.')
    return '1.0'
  }
  const [major, minor] = [Number(match[1]), Number(match[2])]
  if (major === 0) return undefined
  if (major > 1) refuse(findings, '/protocolVersion', { expected: '1.x', received: value })
  if (minor > 0) warn(findings, 'version_newer', 'The client uses a newer minor version. The response uses 1.0.')
  return `${major}.${minor}`
}

const repeatableRoles = new Set(['developer', 'system', 'assistant', 'user', 'tool'])
const clientOnlyRoles = new Set(['activity', 'reasoning'])

/**
 * Returns the messages of the input in the form in which a MESSAGES_SNAPSHOT may repeat them: without nulls, which clients refuse, and
 * without activity and reasoning messages, which clients keep as long as a snapshot contains none. Returns undefined if a message cannot be
 * repeated, because omitting it would delete it.
 */
function echoMessages(messages: unknown): SnapshotMessage[] | undefined {
  if (!Array.isArray(messages)) return undefined
  const echoed = messages.filter((message) => !(isRecord(message) && clientOnlyRoles.has(String(message.role)))).map(echoMessage)
  return echoed.every((message) => message !== undefined) ? echoed : undefined
}

function echoMessage(message: unknown): SnapshotMessage | undefined {
  const cleaned = cleanJson(message)
  if (!isRecord(cleaned) || typeof cleaned.id !== 'string' || !repeatableRoles.has(String(cleaned.role))) return undefined
  const fields = Object.entries(cleaned).filter(([, value]) => value !== null)
  return { id: cleaned.id, role: String(cleaned.role), ...Object.fromEntries(fields) }
}
