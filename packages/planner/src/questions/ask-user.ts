import { refuse } from '../components/render-component.ts'
import { counters } from '../telemetry/counters.ts'
import type { MetaResult, ToolCall } from '../tools/agent-tool.ts'
import { prepareQuestion } from './prepare-question.ts'
import { questionOpen } from './question-open.ts'
import { waitingCall } from './waiting-call.ts'

/** Work of the ui_* tool of a component: the model's arguments are its props, the user's answer is the result of the call. */
export function askUser(component: string): (props: Record<string, unknown>, call: ToolCall) => Promise<MetaResult> {
  return async (props, call) => {
    const { run, tool_call_id, writtenBytes } = call
    if (run.segment.pause.claim) return notNow()
    const prepared = await prepareQuestion(call, { component, props, writtenBytes, tool_call_id })
    if (!prepared.ok) return refuse(call, component, prepared.issues)
    const since = run.agent.now()
    if (!run.segment.pause.take({ by: 'model', call: waitingCall(`ui_${component}`, call), asked: prepared.asked, questions: [], since })) return notNow()
    counters.component({ component, bytes: writtenBytes, verdict: 'ok', policy: run.agent.rich?.policy })
    return { ok: true, observation: {}, paused: true }
  }
}

function notNow(): MetaResult {
  const { observation, code = '' } = questionOpen()
  return { ok: false, observation: observation as MetaResult['observation'], code }
}
