import { type JsonObject, toolCallId } from '@pf/core'
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

/** A call about which a hook wants to ask the user. */
export interface ApprovalQuestion {
  call: AnnouncedArgs
  pause: Omit<HookPause, 'verdict'>
}

/** Pauses a call until the user approves it. When the question cannot be asked, the call is refused. */
export async function askApprovalOfCall(run: Run, tool: AgentTool, { call, pause }: ApprovalQuestion): Promise<ToolOutcome> {
  const asked = await ask(run, tool, {
    call,
    pause,
    show: () => announceUnconditionally(run, tool, { ...locateCall(run, call), args: call.shown ?? call.args }),
  })
  if (asked === 'paused') return pausedOutcome
  if (asked === 'refused') return refuseCall(run, tool, { ...call, reason: `${pause.reason}; the user could not be asked` })
  announceUnconditionally(run, tool, { ...locateCall(run, call), args: {} })
  return questionOpen()
}

/** Pauses the result of a call, which is already announced, until the user approves it. */
export async function askApprovalOfResult(
  run: Run,
  tool: AgentTool,
  { call, pause, held }: ApprovalQuestion & { held: UnapprovedResult },
): Promise<'paused' | 'refused' | 'busy'> {
  return ask(run, tool, { call, pause, held })
}

async function ask(run: Run, tool: AgentTool, { call, pause, held, show }: ApprovalQuestion & { held?: UnapprovedResult; show?: () => void }) {
  if (run.segment.pause.claim) return 'busy'
  const { step } = run.state
  const { tool_call_id, branch, args } = call
  run.state.attempt += 1
  const question_id = toolCallId(run.run_id, step, { attempt: run.state.attempt, ...(branch === undefined ? {} : { branch }) })
  const { question, timeoutMs } = pause
  const props = question as unknown as JsonObject
  const wanted = { component: 'confirm', props, writtenBytes: 0, tool_call_id: question_id, ...(timeoutMs === undefined ? {} : { timeoutMs }) }
  const prepared = await prepareQuestion({ run }, wanted)
  if (!prepared.ok) return 'refused'
  const waiting = waitingCall(tool.name, { args, tool_call_id, ...(branch === undefined ? {} : { branch }), ...(hasHiddenArgs(call) ? { hidden: true } : {}) })
  const claim = { by: 'hook', call: waiting, asked: prepared.asked, questions: [], since: run.agent.now(), ...(held ? { held } : {}) } as const
  if (!run.segment.pause.take({ ...claim, questions: [] })) return 'busy'
  show?.()
  announceCall(run, { step, tool_call_id: question_id, name: 'ui_confirm', interactive: true }, prepared.asked.props)
  return 'paused'
}
