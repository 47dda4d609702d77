import { isRecord } from '@pf/core/internal'
import { emitVerdict } from '../hooks/ask-hook.ts'
import type { Run } from '../run/run.ts'
import type { Resolution, Waiting } from '../state/waiting.ts'
import type { ToolOutcome } from '../tools/tool-outcome.ts'
import { finishCall, performCall, unknownTool } from './call-tool.ts'
import { withhold } from './check-result.ts'
import { refused } from './refuse-call.ts'

/** Runs a call that waited for approval, or releases its result. Without approval neither happens. */
export async function resolveApproval(run: Run, waiting: Waiting, { status }: Resolution): Promise<ToolOutcome> {
  const { held } = waiting
  const { tool: name, ...call } = waiting.call
  const tool = run.tools.get(name)
  if (!tool) return unknownTool(run, name)
  const yes = await isApproved(run, waiting, status)
  if (yes && !held) return performCall(run, tool, { ...call, approved: true })
  const why = status === 'answered' ? 'the user said no' : `the question was ${status}`
  const outcome = held ? (yes ? held : withhold(run, tool, why)) : refuseAsked(run, tool.name, why)
  if (tool.work.kind !== 'client') finishCall(run, call.tool_call_id, outcome)
  return outcome
}

function refuseAsked(run: Run, tool: string, why: string): ToolOutcome {
  emitVerdict(run, 'beforeTool', { verdict: 'refused', text: `a call of ${tool} was refused (${why})` })
  return refused(why)
}

async function isApproved(run: Run, { asked }: Waiting, status: Resolution['status']): Promise<boolean> {
  const record = status === 'answered' && asked ? await run.agent.ports.pending.get(run.scope, asked.id) : undefined
  return isRecord(record?.value) && record.value.confirmed === true
}
