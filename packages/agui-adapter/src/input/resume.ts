import type { AgentInput } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { cleanJson } from './clean-json.ts'
import { type Findings, warn } from './issues.ts'
import { storable } from './storable.ts'

type Answer = NonNullable<AgentInput['answers']>[number]

const maxAnswers = 100

/** Reads answers to interrupts. A bad entry never refuses the request, which would end the thread in stock clients: it is left out with a warning. */
export function readResume(findings: Findings, value: unknown): Answer[] {
  if (value === undefined || value === null) return []
  const entries = Array.isArray(value) ? value.slice(0, maxAnswers) : [value]
  return entries.flatMap((entry) => {
    const answer = readEntry(entry)
    if (!answer) warn(findings, 'resume_dropped', 'A resume entry without interruptId or with an unknown status was left out.')
    return answer ?? []
  })
}

function readEntry(entry: unknown): Answer | undefined {
  if (!isRecord(entry) || typeof entry.interruptId !== 'string') return undefined
  const ref = { interaction_id: storable(entry.interruptId) }
  if (entry.status === 'cancelled') return { ref, envelope: { cancelled: true } }
  if (entry.status === 'resolved') return { ref, envelope: { result: cleanJson(entry.payload ?? null) } }
  return undefined
}
