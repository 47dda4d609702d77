import { type ApprovalRequest, type ApprovalScope, type JsonObject, toolCallId } from '@pf/core'
import type { ApprovalPrompt } from '../approvals/approval-question.ts'
import type { ApprovalDecision } from '../approvals/rules.ts'
import type { HookPause } from '../hooks/hook-types.ts'
import { announceCall } from '../log/call-events.ts'
import { prepareQuestion } from '../questions/prepare-question.ts'
import { questionOpen, waitingCall } from '../questions/question-outcome.ts'
import { announceUnconditionally } from '../run/announce-call.ts'
import type { Run } from '../run/run.ts'
import type { UnapprovedResult } from '../state/waiting.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import { pausedOutcome, type ToolOutcome } from '../tools/tool-outcome.ts'
import { type AnnouncedArgs, hasHiddenArgs } from './announced-args.ts'
import { locateCall, refuseCall } from './refuse-call.ts'

/** A call for which a hook requires the approval of the user. */
export interface ApprovalQuestion {
  call: AnnouncedArgs
  pause: Omit<HookPause, 'verdict'>
}

/** Pauses a call until the user approves it. If the question cannot be asked, the call is refused. */
export async function askApprovalOfCall(run: Run, tool: AgentTool, { call, pause }: ApprovalQuestion): Promise<ToolOutcome> {
  const asked = await ask(run, tool, {
    call,
    pause: promptOf(pause),
    show: () => announceUnconditionally(run, tool, { ...locateCall(run, call), args: call.shown ?? call.args }),
  })
  if (asked === 'paused') return pausedOutcome
  if (asked === 'refused') return refuseCall(run, tool, { ...call, reason: `${pause.reason}; the user could not be asked` })
  announceUnconditionally(run, tool, { ...locateCall(run, call), args: {} })
  return questionOpen()
}

/** A call for which a rule requires an approval. */
export interface RuleQuestion {
  call: AnnouncedArgs
  prompt: ApprovalPrompt
  decision: Extract<ApprovalDecision, { decision: 'ask' }>
  args_hash: string
}

/** Pauses a call until it is approved as required by a rule. If the question cannot be asked, the call is refused. */
export async function askApprovalByRule(run: Run, tool: AgentTool, { call, prompt, decision, args_hash }: RuleQuestion): Promise<ToolOutcome> {
  const { rule, reason, scopes, answeredBy, timeoutMs } = decision
  const role = answeredBy === undefined ? {} : { role: answeredBy }
  const approval = { tool_call_id: call.tool_call_id, tool: tool.name, rule, args_hash, ...role }
  const asked = await ask(run, tool, {
    call,
    pause: { prompt, ...(timeoutMs === undefined ? {} : { timeoutMs }) },
    approval,
    scopes,
    show: () => {
      if (!call.approved) announceUnconditionally(run, tool, { ...locateCall(run, call), args: call.shown ?? call.args })
    },
  })
  if (asked === 'paused') {
    const id = run.segment.pause.claim?.asked?.id ?? ''
    await run.agent.ports.audit?.append(run.scope, { type: 'asked', interaction_id: id, run_id: run.runId, thread_id: run.threadId, ...approval })
    return pausedOutcome
  }
  if (asked === 'refused') return refuseCall(run, tool, { ...call, reason: `${reason} No one could be asked` })
  if (!call.approved) announceUnconditionally(run, tool, { ...locateCall(run, call), args: {} })
  return questionOpen()
}

/** Pauses the result of a call, which is already announced, until the user approves it. */
export async function askApprovalOfResult(
  run: Run,
  tool: AgentTool,
  { call, pause, held }: ApprovalQuestion & { held: UnapprovedResult },
): Promise<'paused' | 'refused' | 'busy'> {
  return ask(run, tool, { call, pause: promptOf(pause), held })
}

const promptOf = ({ question, timeoutMs }: ApprovalQuestion['pause']): Asking['pause'] => ({
  prompt: { component: 'confirm', props: question as unknown as JsonObject },
  ...(timeoutMs === undefined ? {} : { timeoutMs }),
})

interface Asking {
  call: AnnouncedArgs
  pause: { prompt: ApprovalPrompt; timeoutMs?: number }
  held?: UnapprovedResult
  show?: () => void
  approval?: ApprovalRequest
  scopes?: readonly ApprovalScope[]
}

async function ask(run: Run, tool: AgentTool, { call, pause, held, show, approval, scopes }: Asking) {
  if (run.segment.pause.claim) return 'busy'
  const { step } = run.state
  const { tool_call_id, branch, args } = call
  run.state.attempt += 1
  const question_id = toolCallId(run.runId, step, { attempt: run.state.attempt, ...(branch === undefined ? {} : { branch }) })
  const { prompt, timeoutMs } = pause
  const wanted = { ...prompt, writtenBytes: 0, toolCallId: question_id, ...(timeoutMs === undefined ? {} : { timeoutMs }) }
  const prepared = await prepareQuestion({ run }, wanted)
  if (!prepared.ok) return 'refused'
  const waiting = waitingCall(tool.name, {
    args,
    toolCallId: tool_call_id,
    ...(branch === undefined ? {} : { branch }),
    ...(hasHiddenArgs(call) ? { hidden: true } : {}),
  })
  const announcement = approval ? { ...prepared.asked, approval } : prepared.asked
  const claim = {
    by: 'hook',
    call: waiting,
    asked: announcement,
    ...(scopes ? { scopes: [...scopes] } : {}),
    questions: [],
    since: run.agent.now(),
    ...(held ? { held } : {}),
  } as const
  if (!run.segment.pause.take({ ...claim, questions: [] })) return 'busy'
  show?.()
  announceCall(run, { step, tool_call_id: question_id, name: `ui_${prompt.component}`, interactive: true }, prepared.asked.props)
  return 'paused'
}
