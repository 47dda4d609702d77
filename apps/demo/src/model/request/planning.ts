import { isRecord } from '@pf/core/internal'
import type { Conversation, ToolResult } from '@pf/testing'

/** The two model calls of the plan-execute strategy. */
export type Stage = 'plan' | 'respond'

/** A model call of the plan-execute strategy: its stage, the question, and the results of the planned calls. */
export interface Planning {
  stage: Stage
  question: Pick<Conversation, 'lastUser' | 'earlierUsers'>
  toolResults: ToolResult[]
}

const marks = { plan: '[planner] Plan now.', respond: '[planner] The plan is done' } as const

/** Reads a model call of the plan-execute strategy. Returns undefined for every other call. */
export function readPlanning({ messages }: Pick<Conversation, 'messages'>): Planning | undefined {
  const asked = messages.at(-1)?.content ?? ''
  const stage = asked.startsWith(marks.plan) ? 'plan' : asked.includes(marks.respond) ? 'respond' : undefined
  if (stage === undefined) return undefined
  const questions = messages.slice(0, -1).filter(({ role, content }) => role === 'user' && !content.startsWith('{"'))
  const texts = questions.map(({ content }) => content)
  return {
    stage,
    question: { lastUser: texts.at(-1) ?? '', earlierUsers: texts.slice(0, -1) },
    toolResults: stage === 'plan' ? [] : resultsIn(asked.slice(0, asked.lastIndexOf(marks.respond))),
  }
}

function resultsIn(text: string): ToolResult[] {
  const plan = planIn(text)
  const calls = isRecord(plan) && Array.isArray(plan.calls) ? plan.calls.filter(isRecord) : []
  const faults = isRecord(plan) && Array.isArray(plan.plan_errors) ? plan.plan_errors.filter(isRecord) : []
  const refused = faults.slice(0, 1).map(({ message, kind }): ToolResult => ({ name: 'the plan', content: { error: { message: String(message ?? kind) } } }))
  return [...refused, ...calls.filter(({ status }) => status !== 'skipped').map(({ tool_name, output }) => ({ name: String(tool_name), content: output }))]
}

function planIn(text: string): unknown {
  try {
    const read: unknown = JSON.parse(text)
    return isRecord(read) ? read.plan : undefined
  } catch {
    return undefined
  }
}
