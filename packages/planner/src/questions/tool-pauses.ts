import { toJson } from '@pf/artifacts'
import { type JsonObject, type PauseAnswer, type PauseRequest, PfError, toolCallId } from '@pf/core'
import { hashJson, isRecord } from '@pf/core/internal'
import { announceCall } from '../log/call-events.ts'
import type { ToolCall } from '../tools/agent-tool.ts'
import { pausedOutcome, type ToolOutcome } from '../tools/tool-outcome.ts'
import { scrubTexts } from '../util/scrub-texts.ts'
import { type PreparedQuestion, prepareQuestion } from './prepare-question.ts'
import { questionOpen, waitingCall } from './question-outcome.ts'

/** Dependencies of the `pause` function of a tool call. */
export interface ToolPauses {
  tool: string
  call: ToolCall
  /** Returns false after the call. */
  live: () => boolean
  /** Ends the call from outside; the function of the tool is never resumed. */
  halt(outcome: ToolOutcome): void
}

/** A promise that never settles, so that a tool that waits for an answer cannot continue by catching an error. */
const never = () => new Promise<never>(() => undefined)

/**
 * Creates the `pause` function of one call. The n-th question receives the n-th earlier answer if it is identical to the question that was
 * answered; otherwise it is asked now. The question is announced as a separate call, so that the call of the tool keeps its own result.
 */
export function createToolPauses({ tool, call, live, halt }: ToolPauses): (request: PauseRequest) => Promise<PauseAnswer> {
  let asked = 0
  let known = call.answers ?? []
  return async (request) => {
    const index = asked++
    const { component, props, timeoutMs } = readRequest(request, call)
    const key = await hashJson({ component, props })
    const before = known[index]
    if (before?.key === key) return before.answer
    const { run, step, branch } = call
    if (!live()) return never()
    run.state.attempt += 1
    const question_id = toolCallId(run.runId, step, { attempt: run.state.attempt, ...(branch === undefined ? {} : { branch }) })
    const prepared = await prepareQuestion(call, {
      component,
      props,
      writtenBytes: 0,
      toolCallId: question_id,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    })
    // An invalid question does not count, because the next one may be the question that was answered.
    if (!prepared.ok) asked -= 1
    if (!prepared.ok) throw refused(component, prepared)
    known = known.slice(0, index)
    if (!live()) return never()
    const questions = [...known.map(({ key, interaction_id }) => ({ key, interaction_id })), { key, interaction_id: prepared.asked.id }]
    const taken = run.segment.pause.take({ by: 'tool', call: waitingCall(tool, call), asked: prepared.asked, questions, since: run.agent.now() })
    if (taken) announceCall(run, { step, tool_call_id: question_id, name: `ui_${component}`, interactive: true }, prepared.asked.props)
    halt(taken ? pausedOutcome : questionOpen())
    return never()
  }
}

/** Copies the request immediately, because the tool may modify its objects while it waits. */
function readRequest(request: unknown, { run }: ToolCall): PauseRequest {
  const { component, props, timeoutMs } = isRecord(request) ? request : {}
  if (typeof component !== 'string' || !isRecord(props))
    throw new PfError('invalid_input', 'pause expects {component, props, timeoutMs?}: an interactive component and its props.')
  if (timeoutMs !== undefined && !(typeof timeoutMs === 'number' && timeoutMs > 0))
    throw new PfError('invalid_input', 'pause: timeoutMs must be a number above 0.')
  return {
    component,
    props: scrubTexts(toJson(props) as JsonObject, run.segment.secrets),
    ...(timeoutMs === undefined ? {} : { timeoutMs: Number(timeoutMs) }),
  }
}

function refused(component: string, { issues }: Extract<PreparedQuestion, { ok: false }>) {
  return new PfError('schema_invalid', `The question cannot be asked with ${component.slice(0, 60)}: see the issues.`, { fields: { issues } })
}
