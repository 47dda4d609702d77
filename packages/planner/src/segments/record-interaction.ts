import { metrics } from '@opentelemetry/api'
import type { Run } from '../run/run.ts'
import type { Resolution, Waiting } from '../state/waiting.ts'
import { inSpan } from '../telemetry/run-span.ts'

/** Records a question that is over: which tool asked, under which call, how it ended and how long it took. Nothing of what was said. */
export function recordInteraction(run: Run, { call, asked, since, by }: Waiting, status: Resolution['status']): void {
  const waited = Math.max(0, run.agent.now() - since)
  const attributes = {
    'pf.tool.name': call.tool,
    'pf.tool_call_id': asked?.tool_call_id ?? call.tool_call_id,
    'pf.interaction.component': asked?.component ?? '',
    'pf.interaction.by': by,
    'pf.interaction.status': status,
    'pf.interaction.wait_ms': waited,
  }
  void inSpan(run.segment.span.context, 'pf.interaction', { attributes, work: async () => undefined })
  metrics
    .getMeter('@pf/planner')
    .createHistogram('pf.interaction.wait', { unit: 'ms' })
    .record(waited, { tool: run.agent.tools.has(call.tool) ? call.tool : 'unknown', status })
}
