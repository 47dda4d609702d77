import { isRecord, type JsonValue } from '@pf/core'
import type { AgentHooks } from '@pf/planner'
import type { Field, Observation, RunInspection } from '../shared/inspection.ts'

/** Keeps the comparison in memory beside the event log, for the demo's own page only; oldest runs go first. */
export interface Inspector {
  hooks: AgentHooks
  read(run_id: string): RunInspection | undefined
}

const shownChars = 400
const keptRuns = 50

export function createInspector(): Inspector {
  const runs = new Map<string, RunInspection>()

  function run(run_id: string): RunInspection {
    const known = runs.get(run_id)
    if (known) return known
    const fresh = { run_id, observations: [], model_calls: [] }
    runs.set(run_id, fresh)
    for (const oldest of runs.keys()) {
      if (runs.size <= keptRuns) break
      runs.delete(oldest)
    }
    return fresh
  }

  return {
    hooks: {
      onModelRequest: ({ run_id, step, attempt, messages }) => {
        const chars = messages.reduce((sum, message) => sum + JSON.stringify(message.content).length, 0)
        run(run_id).model_calls.push({ step, attempt, messages: messages.length, chars })
      },
      onObservation: ({ run_id, tool, tool_call_id, returned, redacted }) => {
        run(run_id).observations.push(compare({ tool, tool_call_id, returned, redacted }))
      },
    },
    read: (run_id) => runs.get(run_id),
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

function fields(value: unknown): Field[] {
  const entries: [string, unknown][] = isRecord(value) ? Object.entries(value) : [['', value]]
  return entries.map(([name, inner]) => {
    const whole = text(inner)
    return { name, text: whole.slice(0, shownChars), more: Math.max(0, whole.length - shownChars) }
  })
}

function text(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return '(no JSON)'
  }
}
