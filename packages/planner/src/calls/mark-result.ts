import { findingsOf, sourceOf } from '../model-calls/mark-messages.ts'
import type { Run } from '../run/run.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import type { ToolOutcome } from '../tools/tool-outcome.ts'

/** Records the source of a result, and what heuristics find in it, in the audit log and, if they find something, as a warning. */
export async function markResult(
  run: Run,
  tool: Pick<AgentTool, 'name'>,
  { tool_call_id, outcome }: { tool_call_id: string; outcome: ToolOutcome },
): Promise<void> {
  if (outcome.status === 'paused') return
  const source = sourceOf(run, tool.name)
  const findings = findingsOf(run, [tool.name], { observation: outcome.observation })
  if (source === 'trusted' && findings.length === 0) return
  run.state.untrusted = true
  const about = { run_id: run.runId, thread_id: run.threadId, step: run.state.step, tool: tool.name, tool_call_id }
  await run.agent.ports.audit?.append(run.scope, { type: 'content_marked', ...about, source, findings })
  if (findings.length > 0)
    run.emit({
      type: 'warning',
      step: run.state.step,
      code: 'content_marked',
      text: `The result of ${tool.name} looks like an attempt to give orders to the model (${findings.join(', ')}). The model reads it with marks.`,
    })
}
