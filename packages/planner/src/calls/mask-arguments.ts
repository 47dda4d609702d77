import { toJson } from '@pf/artifacts'
import type { JsonObject } from '@pf/core'
import { maskerOf } from '../model-calls/mask-request.ts'
import type { Run } from '../run/run.ts'
import { taskToolNames } from '../tasks/task-tools.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import type { AnnouncedArgs } from './announced-args.ts'

/**
 * Returns the call with placeholders in place of personal data, unless its tool may have the data. A call that was decided before has the
 * arguments that it was decided with.
 */
export async function maskArguments(run: Run, tool: AgentTool, call: AnnouncedArgs): Promise<AnnouncedArgs> {
  const fields = run.agent.masking?.fieldsOf(tool.name) ?? 'all'
  if (fields === 'all' || tool.work.kind === 'meta' || taskToolNames.includes(tool.name) || call.approved || call.answers) return call
  const masker = await maskerOf(run)
  const mask = async (args: Record<string, unknown>) => (await masker.maskJson(toJson(args), fields)) as JsonObject
  return { ...call, args: await mask(call.args), ...(call.shown ? { shown: await mask(call.shown) } : {}) }
}
