import { approvedScope } from '../approvals/approval-question.ts'
import { emitVerdict } from '../hooks/ask-hook.ts'
import type { Run } from '../run/run.ts'
import type { Resolution, Waiting } from '../state/waiting.ts'
import type { ToolOutcome } from '../tools/tool-outcome.ts'
import { finishCall, performCall, unknownTool } from './call-tool.ts'
import { withhold } from './check-result.ts'
import { markResult } from './mark-result.ts'
import { refused } from './refuse-call.ts'

/** Runs a call that waited for approval, or releases its result. Does neither without approval. */
export async function resolveApproval(run: Run, waiting: Waiting, { status }: Resolution): Promise<ToolOutcome> {
  const { held } = waiting
  const { tool: name, ...call } = waiting.call
  const tool = run.tools.get(name)
  if (!tool) return unknownTool(run, name)
  const yes = await isApproved(run, waiting, status)
  if (yes && !held) return performCall(run, tool, { ...call, approved: waiting.scopes ? 'rule' : 'hook' })
  const why =
    status === 'answered'
      ? waiting.asked?.approval?.role === undefined
        ? 'the user refused'
        : 'the person who was asked refused'
      : `the question was ${status}`
  const outcome = held ? (yes ? held : withhold(run, tool, why)) : refuseDenied(run, tool.name, why)
  if (held && yes && run.agent.untrustedContent) await markResult(run, tool, { tool_call_id: call.tool_call_id, outcome })
  if (tool.work.kind !== 'client') finishCall(run, call.tool_call_id, outcome)
  return outcome
}

function refuseDenied(run: Run, tool: string, why: string): ToolOutcome {
  emitVerdict(run, 'beforeTool', { verdict: 'refused', text: `a call of ${tool} was refused (${why})` })
  return refused(why)
}

/** True if the stored answer to this question approves. An approval that is valid for more than the call is stored as a grant. */
async function isApproved(run: Run, { asked, scopes = ['once'] }: Waiting, status: Resolution['status']): Promise<boolean> {
  const record = status === 'answered' && asked ? await run.agent.ports.pending.get(run.scope, asked.id) : undefined
  const approved = record && approvedScope(record.component, record.value)
  if (!record || !approved || !scopes.includes(approved)) return false
  if (approved !== 'once' && record.approval) {
    const { rule, tool } = record.approval
    const thread = approved === 'thread' ? { thread_id: run.threadId } : {}
    await run.agent.ports.grants?.put(run.scope, { grant_id: record.id, rule, tool, ...thread, interaction_id: record.id, created: run.agent.now() })
  }
  return true
}
