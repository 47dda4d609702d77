import type { AgentInput } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { cleanJson } from './clean-json.ts'
import { type Findings, field, refuse, warn } from './issues.ts'
import { storable } from './storable.ts'

const maxActionLength = 8_000

/** What is taken of forwardedProps: that the client is ours, what it can do, and the suggested action its user chose. */
export interface Forwarded {
  pf?: { toolResults?: boolean }
  context: AgentInput['context']
}

/** Reads forwardedProps by its allowlist: `pf.toolResults` and `pf.action`; all else is the host's and is not looked at. */
export function readForwarded(findings: Findings, value: unknown): Forwarded {
  if (value === null) refuse(findings, '/forwardedProps', { expected: 'a value', received: value })
  const pf = isRecord(value) ? field(findings, value, 'pf') : undefined
  if (!isRecord(pf)) return { context: [] }
  return { pf: field(findings, pf, 'toolResults') === true ? { toolResults: true } : {}, context: readAction(findings, field(findings, pf, 'action')) }
}

/** An action is untrusted like everything a front end sends: the model reads it as context, nothing is done because of it. */
function readAction(findings: Findings, action: unknown): AgentInput['context'] {
  if (!isRecord(action)) return []
  const value = JSON.stringify(cleanJson(action))
  if (value.length <= maxActionLength) return [{ description: 'The suggested action that the user chose', value }]
  warn(findings, 'action_dropped', `A suggested action of more than ${maxActionLength} characters was left out.`)
  return []
}

/** Reads context entries: description and value, nothing else. */
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
