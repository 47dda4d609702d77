import type { AgentInput } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { cleanJson, storable } from './clean-json.ts'
import { type Findings, field, refuse, warn } from './issues.ts'

const forwardedPropsIgnored =
  'The agent does not read forwardedProps other than pf. Send what the model should know as context, and what tools should read as state.'

const maxActionChars = 8_000

/** The parts of forwardedProps that are used: whether the client is pf's own, its features, and the suggested action that the user chose. */
export interface Forwarded {
  pf?: { tool_results?: boolean }
  context: AgentInput['context']
}

/** Reads `pf.tool_results` and `pf.action` of forwardedProps. Everything else is ignored with a warning. */
export function readForwarded(findings: Findings, value: unknown): Forwarded {
  if (value === null) refuse(findings, '/forwardedProps', { expected: 'a value', received: value })
  const pf = isRecord(value) ? field(findings, value, 'pf') : undefined
  const others = isRecord(value) ? Object.keys(value).filter((key) => key !== 'pf') : []
  if (others.length > 0) warn(findings, 'forwarded_props_ignored', forwardedPropsIgnored)
  if (!isRecord(pf)) return { context: [] }
  return { pf: field(findings, pf, 'tool_results') === true ? { tool_results: true } : {}, context: readAction(findings, field(findings, pf, 'action')) }
}

/** Reads the suggested action. It is untrusted: it is passed to the model as context and has no other effect. */
function readAction(findings: Findings, action: unknown): AgentInput['context'] {
  if (!isRecord(action)) return []
  const value = JSON.stringify(cleanJson(action))
  if (value.length <= maxActionChars) return [{ description: 'The suggested action that the user chose', value }]
  warn(findings, 'action_dropped', `A suggested action of more than ${maxActionChars} characters was dropped.`)
  return []
}

/** Reads the description and the value of context entries. */
export function readContext(findings: Findings, value: unknown): AgentInput['context'] {
  if (value === undefined) return []
  if (!Array.isArray(value)) {
    refuse(findings, '/context', { expected: 'a list', received: value })
    return []
  }
  return value.flatMap((entry, index) => {
    const description = isRecord(entry) ? field(findings, entry, 'description') : undefined
    const text = isRecord(entry) ? field(findings, entry, 'value') : undefined
    if (typeof description === 'string' && typeof text === 'string') return [{ description: storable(description), value: storable(text) }]
    refuse(findings, `/context/${index}`, { expected: '{description, value} of strings', received: entry })
    return []
  })
}
