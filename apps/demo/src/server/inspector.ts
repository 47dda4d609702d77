import type { JsonValue, Owner } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { AgentHooks } from '@pf/planner'
import type { InspectedField, Observation, RunInspection } from '../shared/inspection.ts'

/** Keeps the results of tools and the observations of the model in memory, for the demo's own page. The oldest runs are removed first. */
export interface Inspector {
  hooks: AgentHooks
  /** Returns undefined for an unknown run and for a run of another owner; run ids are only unique within an owner. */
  read(owner: Owner, run_id: string): RunInspection | undefined
}

const maxFieldChars = 400
const maxRuns = 50

export function createInspector(): Inspector {
  const runs = new Map<string, RunInspection>()

  const keyOf = (owner: Owner, run_id: string) => JSON.stringify([owner.tenant, owner.id, run_id])
  function run(owner: Owner, run_id: string): RunInspection {
    const key = keyOf(owner, run_id)
    const known = runs.get(key)
    if (known) return known
    const fresh = { run_id, observations: [], model_calls: [] }
    runs.set(key, fresh)
    for (const oldest of runs.keys()) {
      if (runs.size <= maxRuns) break
      runs.delete(oldest)
    }
    return fresh
  }

  return {
    hooks: {
      onModelRequest: ({ owner, runId, step, attempt, messages }) => {
        const chars = messages.reduce((sum, message) => sum + JSON.stringify(message.content).length, 0)
        run(owner, runId).model_calls.push({ step, attempt, messages: messages.length, chars })
      },
      onObservation: ({ owner, runId, tool, toolCallId, returned, redacted }) => {
        run(owner, runId).observations.push(compare({ tool, tool_call_id: toolCallId, returned, redacted }))
      },
    },
    read: (owner, run_id) => runs.get(keyOf(owner, run_id)),
  }
}

function compare(input: { tool: string; tool_call_id: string; returned: unknown; redacted: JsonValue }): Observation {
  const [returned_bytes, seen_bytes] = [Buffer.byteLength(text(input.returned)), Buffer.byteLength(text(input.redacted))]
  return {
    tool: input.tool,
    tool_call_id: input.tool_call_id,
    returned: fields(input.returned),
    returned_bytes,
    seen: fields(input.redacted),
    seen_bytes,
    saved_tokens: Math.max(0, Math.round((returned_bytes - seen_bytes) / 4)),
  }
}

function fields(value: unknown): InspectedField[] {
  const entries: [string, unknown][] = isRecord(value) ? Object.entries(value) : [['', value]]
  return entries.map(([name, inner]) => {
    const whole = text(inner)
    return { name, text: whole.slice(0, maxFieldChars), truncated_chars: Math.max(0, whole.length - maxFieldChars) }
  })
}

function text(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return '(not serializable as JSON)'
  }
}
