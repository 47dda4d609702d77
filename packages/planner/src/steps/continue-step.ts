import type { InteractionRecord, JsonValue } from '@pf/core'
import { performCall, unknownTool } from '../calls/call-tool.ts'
import { markResult } from '../calls/mark-result.ts'
import { resolveApproval } from '../calls/resolve-approval.ts'
import { fullOutcome, secretsOf, shownOutcome } from '../questions/question-outcome.ts'
import { secretArgs } from '../questions/secrets.ts'
import type { Outcome } from '../run/outcome.ts'
import type { Run } from '../run/run.ts'
import type { Resolution, Waiting } from '../state/waiting.ts'
import type { EarlierAnswer } from '../tools/agent-tool.ts'
import { errorOutcome, type ToolOutcome } from '../tools/tool-outcome.ts'
import { clampJson } from '../util/clamp-json.ts'
import { resolveTask } from './call-task.ts'
import { completeStep, type StepStatus } from './execute-action.ts'
import { branchesOf } from './remaining-plan.ts'
import { endJoin, endPlan } from './run-plan.ts'

/** Completes the step that waited: its call gets a result or runs again with the answer, and the plan around it continues to its join. */
export async function continueStep(run: Run, waiting: Waiting, resolution: Resolution): Promise<{ outcome?: Outcome; status: StepStatus }> {
  const observed = await resolveWaitingCall(run, waiting, resolution)
  const { action, tool_call_id } = waiting
  const result = waiting.plan ? await continuePlan(run, waiting, observed) : observed
  const ended = completeStep(run, { action, tool_call_id }, { observed: result, notes: [waiting.note, secretNote(run, waiting, resolution)] })
  if (ended.status !== 'paused') delete run.state.waiting
  delete run.state.resolution
  return ended
}

/** True if completing the step involves work that clients should see as a step. */
export const hasWork = ({ by, plan }: Waiting) => by === 'tool' || by === 'hook' || by === 'task' || plan !== undefined

/** Returns the outcome of the call that waited: the answer, or the result of running the tool again with the answer. */
export async function resolveWaitingCall(run: Run, waiting: Waiting, resolution: Resolution): Promise<ToolOutcome> {
  const { by, call, asked, questions } = waiting
  const { status, content } = resolution
  if (by === 'task') return resolveTask(run, waiting, resolution)
  if (by === 'hook') return resolveApproval(run, waiting, resolution)
  if (by === 'client') return content === undefined ? unanswered : takeFrontEndResult(run, call, content)
  if (by === 'model') {
    const record = asked && (await run.agent.ports.pending.get(run.scope, asked.id))
    return { status: 'ok', observation: clampJson(shownOutcome(record, status, run.agent.rich?.policy), run.agent.limits.observationChars).value }
  }
  const tool = run.tools.get(call.tool)
  if (tool?.work.kind !== 'host') return unknownTool(run, call.tool)
  const { tool: _, ...waited } = call
  const answers = await earlierAnswers(run, questions, status)
  return performCall(run, tool, { ...waited, answers })
}

async function takeFrontEndResult(run: Run, { tool, tool_call_id }: Waiting['call'], content: JsonValue): Promise<ToolOutcome> {
  const outcome: ToolOutcome = { status: 'ok', observation: clampJson(content, run.agent.limits.observationChars).value }
  if (run.agent.untrustedContent) await markResult(run, { name: tool }, { tool_call_id, outcome })
  return outcome
}

const unanswered = errorOutcome('unanswered', 'The user continued before the front end answered this call.')

/** Returns all questions of a call with their answers. Secrets in the answers are removed from everything that the tool returns. */
async function earlierAnswers(run: Run, questions: Waiting['questions'], last: Resolution['status']): Promise<EarlierAnswer[]> {
  const records = await Promise.all(questions.map(({ interaction_id }) => run.agent.ports.pending.get(run.scope, interaction_id)))
  return questions.map((question, index) => {
    const record = records[index]
    if (record) for (const [, secret] of secretsOf(record, run.agent.rich?.policy)) run.segment.secrets.add(secret)
    return { ...question, answer: fullOutcome(record, index === questions.length - 1 ? last : statusOf(record)) }
  })
}

const statusOf = (record: InteractionRecord | undefined): Resolution['status'] => (record && record.state !== 'open' ? record.state : 'expired')

async function continuePlan(run: Run, { plan, call }: Waiting, outcome: ToolOutcome): Promise<ToolOutcome> {
  if (!plan) return outcome
  const { plan_id, planned, join, joining, lost } = plan
  const left = { plan_id, planned, join, ...(lost ? { lost } : {}) }
  if (joining) return endJoin(run, { ...left, branches: branchesOf(plan, undefined) }, outcome)
  const status = outcome.status === 'ok' ? 'ok' : 'error'
  return endPlan(run, { ...left, branches: branchesOf(plan, { branch: call.branch ?? 0, node: call.tool.slice(0, 64), status, outcome }) })
}

/** Returns a note that explains to the model how to pass on a secret that it cannot see. */
function secretNote(run: Run, { by, asked }: Waiting, { status }: Resolution): string | undefined {
  const fields = run.state.secret_refs.filter(({ interaction_id }) => interaction_id === asked?.id).map(({ field }) => field)
  if (by !== 'model' || status !== 'answered' || fields.length === 0) return undefined
  const takers = [...run.tools.values()].flatMap((tool) => secretArgs(tool).map((name) => `${tool.name}.${name}`))
  if (takers.length === 0) return undefined
  const texts = fields.slice(0, 5).map((field) => `"<secret:${field}>"`)
  return `You do not see what was typed as a secret. Where a tool takes one (${takers.slice(0, 5).join(', ')}), pass ${texts.join(', ')} and it gets the text.`
}
