import type { ValidationIssue } from '@pf/core'
import { utf8Length } from '@pf/core/internal'
import { announceCall } from '../log/call-events.ts'
import { prepareQuestion } from '../questions/prepare-question.ts'
import { questionOpen, waitingCall } from '../questions/question-outcome.ts'
import type { Run } from '../run/run.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import { checkArgs } from '../tools/check-args.ts'
import { errorOutcome, pausedOutcome, type ToolOutcome } from '../tools/tool-outcome.ts'
import type { AnnouncedArgs } from './announced-args.ts'

/**
 * Passes a call to the front end and waits for its result. The call is announced only when it is final and valid, because the front end
 * runs it immediately.
 */
export async function callFrontEnd(run: Run, tool: AgentTool, announced: AnnouncedArgs): Promise<ToolOutcome> {
  const { tool_call_id, branch, plan_id } = announced
  const checked = await checkAll(run, tool, announced)
  if (!checked.ok)
    return errorOutcome('tool_input_invalid', 'The arguments do not match the input schema of the tool. Correct the listed locations.', {
      issues: checked.issues,
    })
  const ofBranch = branch === undefined ? {} : { branch }
  const call = waitingCall(tool.name, { toolCallId: tool_call_id, args: checked.args, ...ofBranch })
  if (!run.segment.pause.take({ by: 'client', call, questions: [], since: run.agent.now() })) return questionOpen()
  announceCall(
    run,
    { step: run.state.step, tool_call_id, ...ofBranch, name: tool.name, owner: 'client', ...(plan_id === undefined ? {} : { plan_id }) },
    checked.args,
  )
  return pausedOutcome
}

type Checked = { ok: true; args: Record<string, unknown> } | { ok: false; issues: ValidationIssue[] }

/** Questions that the front end shows itself are checked against the same registry and policy. */
async function checkAll(run: Run, tool: AgentTool, { args, tool_call_id: toolCallId }: AnnouncedArgs): Promise<Checked> {
  const checked = checkArgs(tool, args)
  if (!checked.ok || !tool.interactive) return checked
  const component = tool.name.replace(/^ui_/, '')
  const writtenBytes = utf8Length(JSON.stringify(args))
  const prepared = await prepareQuestion({ run }, { component, props: checked.args, writtenBytes, toolCallId })
  return prepared.ok ? { ok: true, args: prepared.asked.props } : prepared
}
