import type { AgentInput, AnswerEnvelope, InteractionRecord, Scope, ValidationIssue } from '@pf/core'
import { parseJsonOrText } from '@pf/core/internal'
import { resolutionOf } from '../questions/question-outcome.ts'
import type { CompiledAgent } from '../run/compiled-agent.ts'
import { newUserMessages } from '../segments/make-handover.ts'
import type { RunState } from '../state/run-state.ts'
import type { Resolution } from '../state/waiting.ts'
import { recordAnswer, refusedAnswer } from './answer-rights.ts'
import { checkAnswer } from './check-answer.ts'
import { findQuestion } from './find-question.ts'

type Warning = { code: string; text: string }

/** The result of processing the answers in a request: warnings, and the resolution of the waiting question. */
export interface InputAnswers {
  warnings: Warning[]
  resolution: Resolution | undefined
}

/**
 * Applies the answers of a request. An answer that cannot be used becomes a warning and never rejects the request, because a rejection
 * would end the thread in third-party front ends.
 */
export async function applyAnswers(
  agent: CompiledAgent,
  scope: Scope,
  { input, saved }: { input: AgentInput; saved: RunState | undefined },
): Promise<InputAnswers> {
  const waiting = saved?.waiting
  const warnings: Warning[] = []
  for (const { ref, envelope } of input.answers ?? []) {
    const record = await findQuestion(agent, scope, ref)
    warnings.push(...(await applyAnswer(agent, { scope, record: record?.thread_id === input.thread_id ? record : undefined, waiting, envelope })))
  }
  if (!saved || !waiting) return { warnings, resolution: undefined }
  if (!waiting.asked) return { warnings, resolution: frontEndResult(waiting.call.tool_call_id, input) }
  const resolution = resolutionOf(await agent.ports.pending.get(scope, waiting.asked.id), newUserMessages(saved, input.messages).length > 0)
  if (!resolution && !warnings.some(({ code }) => code === 'answer_invalid')) warnings.push(openWarning)
  return { warnings, resolution }
}

const openWarning: Warning = { code: 'question_open', text: 'A question is still open, so it is asked again. Answer or cancel it to continue.' }

interface AnswerInput {
  scope: Scope
  record: InteractionRecord | undefined
  waiting: RunState['waiting']
  envelope: AnswerEnvelope
}

async function applyAnswer(agent: CompiledAgent, { scope, record, waiting, envelope }: AnswerInput): Promise<Warning[]> {
  if (!record) return [warnings.unknown]
  const current = record.id === waiting?.asked?.id
  const refused = await refusedAnswer(agent, { scope, record }, { by: scope.owner, envelope })
  if (refused) return [invalid(refused)]
  const checked = await checkAnswer(agent, { scope, record, by: current ? waiting?.by : undefined }, envelope)
  if (record.state === 'open' && !current) return [warnings.unknown]
  if (record.state === 'open' && !checked.ok) return [invalid(checked.issues)]
  const value = checked.ok ? checked.value : ({ result: null } as const)
  const outcome = await agent.ports.pending.answer(scope, record.id, checked.hash, value)
  if (outcome.status === 'accepted') await recordAnswer(agent, { scope, record: outcome.record }, scope.owner)
  // A repeated answer to a question whose run has not continued yet counts as the answer.
  if (outcome.status === 'accepted' || (outcome.status === 'repeated' && current)) return []
  return [outcome.status === 'gone' ? warnings[outcome.state] : warnings[outcome.status]]
}

const warnings = {
  unknown: { code: 'answer_unknown', text: 'An answer in the request does not belong to an open question; it was not used.' },
  repeated: { code: 'answer_repeated', text: 'An answer in the request had already been given; the run continued with it then.' },
  conflict: { code: 'answer_conflict', text: 'An answer in the request came after another one; the first one counts.' },
  cancelled: { code: 'answer_cancelled', text: 'An answer in the request came after its question was cancelled; it was not used.' },
  expired: { code: 'answer_expired', text: 'An answer in the request came after its question had expired; it was not used.' },
} as const satisfies Record<string, Warning>

function invalid(issues: readonly ValidationIssue[]): Warning {
  const locations = issues.slice(0, 5).map(({ pointer, expected }) => `${pointer || '/'}${expected === undefined ? '' : `: ${expected}`}`)
  return { code: 'answer_invalid', text: `The answer does not match its question, which is asked again. ${locations.join('; ')}`.slice(0, 500).toWellFormed() }
}

/** Reads the result of a front-end call from the messages of a request. After a request without the result, the run continues without it. */
function frontEndResult(tool_call_id: string, { messages }: AgentInput): Resolution {
  const message = messages.findLast((each) => each.role === 'tool' && each.tool_call_id === tool_call_id)
  if (message?.role !== 'tool') return { status: 'lost' }
  return { status: 'answered', content: message.error === undefined ? parseJsonOrText(message.content) : { error: { message: message.error.slice(0, 1_000) } } }
}
