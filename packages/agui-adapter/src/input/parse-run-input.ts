import type { AgentInput, ChatMessage, ValidationIssue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { SnapshotMessage } from '../agui/agui-event.ts'
import { cleanJson, isDeeperThan } from './clean-json.ts'
import { echoMessages } from './echo.ts'
import { readContext, readForwarded } from './forwarded.ts'
import { type Findings, field, type InputWarning, kindOf, refuse } from './issues.ts'
import { defaultLimits, type InputLimits } from './limits.ts'
import { readMessage } from './message.ts'
import { orderHistory } from './order-history.ts'
import { overLimits } from './over-limits.ts'
import { readId as usableId } from './read-id.ts'
import { readResume } from './resume.ts'
import { readTools } from './tools.ts'
import { readVersion } from './version.ts'

/** A request that can run, or why not. `echo`: a stock client's messages, to restate them when an answer is withdrawn. */
export type ParsedInput =
  | { ok: true; input: AgentInput; echo: SnapshotMessage[] | undefined; warnings: InputWarning[] }
  | { ok: false; code: 'invalid_input' | 'too_large' | 'too_deep'; issues: ValidationIssue[] }

/**
 * Reads a RunAgentInput of AG-UI 1.0 or 0.0.x from parsed JSON. Older clients (no protocolVersion) may write null for what they leave
 * out; unknown keys are stripped, keys that reach a prototype dropped. Never throws.
 */
export function parseRunInput(body: unknown, limits: InputLimits = defaultLimits): ParsedInput {
  if (!isRecord(body)) return refused('invalid_input', [{ code: 'invalid_input', pointer: '', expected: 'a RunAgentInput object', received: kindOf(body) }])
  if (isDeeperThan(body, limits.depth)) return refused('too_deep', [{ code: 'too_deep', pointer: '', expected: `at most ${limits.depth} levels` }])
  const findings: Findings = { strict: false, issues: [], warnings: [] }
  const version = readVersion(findings, Object.hasOwn(body, 'protocolVersion') ? body.protocolVersion : undefined)
  findings.strict = version !== undefined
  const input = readInput(findings, body, { version, limits })
  const sizes = overLimits(body, input, limits)
  if (sizes.length > 0) return refused('too_large', sizes)
  if (findings.issues.length > 0) return refused('invalid_input', findings.issues)
  return { ok: true, input, echo: input.client.pf ? undefined : echoMessages(body.messages), warnings: findings.warnings }
}

const refused = (code: 'invalid_input' | 'too_large' | 'too_deep', issues: ValidationIssue[]): ParsedInput => ({ ok: false, code, issues })

function readInput(findings: Findings, body: Record<string, unknown>, { version, limits }: { version: string | undefined; limits: InputLimits }): AgentInput {
  const get = (key: string) => field(findings, body, key)
  const parent = get('parentRunId')
  const state = Object.hasOwn(body, 'state') ? body.state : undefined
  const answers = readResume(findings, get('resume'))
  const { pf, context } = readForwarded(findings, get('forwardedProps'))
  return {
    thread_id: readId(findings, get('threadId'), { pointer: '/threadId', limits }),
    run_id: readId(findings, get('runId'), { pointer: '/runId', limits }),
    messages: readMessages(findings, get('messages'), answers.length > 0),
    client_tools: readTools(findings, get('tools')),
    context: [...readContext(findings, get('context')), ...context],
    client: { ...(version === undefined ? {} : { protocol_version: version }), ...(pf ? { pf } : {}) },
    ...(state === undefined || state === null ? {} : { state: cleanJson(state) }),
    ...(answers.length > 0 ? { answers } : {}),
    ...(parent === undefined ? {} : { parent_run_id: readId(findings, parent, { pointer: '/parentRunId', limits }) }),
  }
}

function readId(findings: Findings, value: unknown, { pointer, limits }: { pointer: string; limits: InputLimits }): string {
  const id = usableId(value, limits.idLength)
  if (id === undefined) refuse(findings, pointer, { expected: `1 to ${limits.idLength} characters, none of them a control character`, received: value })
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
  if (last?.role === 'user' && last.content.trim() === '' && !answers)
    findings.issues.push({
      code: 'invalid_input',
      pointer: `/messages/${value.length - 1}/content`,
      expected: 'a message that is not empty',
      received: 'empty',
    })
  return orderHistory(
    findings,
    read.flatMap((message) => message ?? []),
  )
}
