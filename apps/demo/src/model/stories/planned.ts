import type { JsonObject } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { Conversation, Reply, Story } from '@pf/testing'
import { finalResponse, nextQuestions, pace } from '../reply/replies.ts'
import { failedReply } from '../reply/run-steps.ts'
import { withTextFallback } from '../reply/text-answers.ts'
import { readIntent, type ViewKind } from '../request/intent.ts'
import { countKeywords, tokenize } from '../request/keywords.ts'
import { type Planning, readPlanning } from '../request/planning.ts'
import { readResults } from '../request/tool-results.ts'
import type { Topic } from '../topics/topic.ts'
import { fallbackStory } from './fallback.ts'
import { type PlannedTurn, planSave, plansByView } from './planned-turns.ts'

/** Handles the plan-execute strategy: one model call plans the tool calls, a second one writes the answer. */
export const plannedStory: Story = {
  name: 'planned',
  match: (conversation) => readPlanning(conversation) !== undefined,
  reply(conversation) {
    const planning = readPlanning(conversation)
    if (!planning) return fallbackStory.reply(conversation)
    const { topic, view = 'chart' } = readIntent(planning.question)
    const saving = countKeywords(tokenize(planning.question.lastUser), ['save', 'remember', 'bookmark']) > 0
    const turn = topic ? (saving ? planSave(topic, view) : plansByView[view](topic)) : undefined
    if (!topic || !turn) return replyWithoutTopic(planning, conversation)
    return planning.stage === 'plan' ? planReply(turn) : respondReply(turn, { topic, view, planning, conversation })
  },
}

const planReply = ({ reasoning, calls }: PlannedTurn): Reply => planning({ type: 'tool_calls', reasoning, calls: calls as unknown as JsonObject[] }, reasoning)

function planning(args: JsonObject, reasoning: string): Reply {
  return { reasoning, content: '', toolCalls: [{ id: 'call_plan', name: '__planning__', arguments: JSON.stringify(args) }], delayMs: pace.action }
}

function respondReply(turn: PlannedTurn, about: { topic: Topic; view: ViewKind; planning: Planning; conversation: Conversation }): Reply {
  const results = readResults(about.planning)
  if (results.failure) return failedReply(`${results.failure.tool} did not do what I planned: ${results.failure.message}`)
  const rendering = about.conversation.system.includes('render_component')
  return finalResponse({
    reasoning: 'Every call has run. I say what they brought, with the figures I read there.',
    answer: withTextFallback(turn.answer(results), { results, rows: results.queries.at(-1), rendering }),
    confidence: 0.9,
    suggestions: nextQuestions(about.topic, about.view === 'describe' ? 'table' : about.view),
    sources: results.queries[0]?.sources ?? [],
  })
}

/** Answers directly, without a plan, when the question names no table. */
function replyWithoutTopic({ stage, question }: Planning, conversation: Conversation): Reply {
  const fallback = fallbackStory.reply({ ...conversation, ...question })
  if (stage === 'respond' || !('content' in fallback)) return failedReply('I have no script for this question.')
  const content = contentOf(fallback).replace(
    / Or pick one of these:$/,
    ' A plan that needs no tool offers nothing to pick; a new conversation lists examples.',
  )
  return planning({ type: 'direct_response', content }, 'No tool of mine helps here.')
}

function contentOf({ content }: Reply): string {
  const action: unknown = JSON.parse(content)
  return isRecord(action) && isRecord(action.args) ? String(action.args.answer) : ''
}
