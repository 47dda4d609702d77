import type { JsonObject } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { Conversation, Reply, Story } from '@pf/testing'
import { understandInContext } from '../query/follow-up.ts'
import { finalResponse, pace } from '../reply/replies.ts'
import { failedReply } from '../reply/run-steps.ts'
import { withTextFallback } from '../reply/text-answers.ts'
import { readIntent } from '../request/intent.ts'
import { type Planning, readPlanning } from '../request/planning.ts'
import { refusalOf } from '../request/refusals.ts'
import { readSaving } from '../request/saving.ts'
import { readFiles } from '../request/sent-files.ts'
import { smallTalkOf } from '../request/small-talk.ts'
import { readResults } from '../request/tool-results.ts'
import { honestAnswer } from './not-understood.ts'
import { type PlannedTurn, planQuery, planSave, plansByView } from './planned-turns.ts'
import { refuseStory } from './refuse.ts'
import { talkStory } from './talk.ts'

/** Handles the plan-execute strategy: one model call plans the tool calls, a second one writes the answer. */
export const plannedStory: Story = {
  name: 'planned',
  match: (conversation) => readPlanning(conversation) !== undefined,
  reply(conversation) {
    const planning = readPlanning(conversation)
    if (!planning) return failedReply('I have no script for this question.')
    if (readFiles(planning.question).files.length > 0) return withoutFiles
    const turn = refusalOf(planning.question.lastUser) || smallTalkOf(planning.question.lastUser) ? undefined : turnOf(planning.question)
    if (!turn) return directReply(planning, conversation)
    return planning.stage === 'plan' ? planReply(turn) : respondReply(turn, { planning, conversation })
  },
}

/** The plans of the scripted model contain no step that reads a file. */
const withoutFiles = finalResponse({
  answer: 'The scripted model reads no files when it plans first. Choose “Step by step” below and send the file again.',
  suggestions: [{ label: 'What data is here?', message: 'What data is here?' }],
  followup: true,
})

function turnOf(question: Planning['question']): PlannedTurn | undefined {
  const saving = readSaving(question)
  if (saving) return planSave(saving.topic, saving.view)
  const { topic, view } = readIntent(question)
  if (topic && view) return plansByView[view](topic)
  const understood = understandInContext(question.lastUser, question.earlierUsers)
  return understood.kind === 'query' ? planQuery(understood.query, question.lastUser) : undefined
}

const planReply = ({ reasoning, calls }: PlannedTurn): Reply => planning({ type: 'tool_calls', reasoning, calls: calls as unknown as JsonObject[] }, reasoning)

function planning(args: JsonObject, reasoning: string): Reply {
  return { reasoning, content: '', toolCalls: [{ id: 'call_plan', name: '__planning__', arguments: JSON.stringify(args) }], delayMs: pace.action }
}

function respondReply(turn: PlannedTurn, about: { planning: Planning; conversation: Conversation }): Reply {
  const results = readResults(about.planning)
  if (results.failure) return failedReply(`${results.failure.tool} did not do what I planned: ${results.failure.message}`)
  const rendering = about.conversation.system.includes('render_component')
  return finalResponse({
    reasoning: 'Every call has run. I say what they brought, with the figures I read there.',
    answer: withTextFallback(turn.answer(results), { results, rows: results.queries[0], rendering }),
    suggestions: turn.suggestions,
    caveats: [turn.caveat],
    sources: results.queries[0]?.sources ?? [],
  })
}

/** Answers messages without a query directly, without a plan: refusals, small talk, and messages that were not understood. */
function directReply({ stage, question }: Planning, conversation: Conversation): Reply {
  if (stage === 'respond') return failedReply('I have no script for this question.')
  const asked = { ...conversation, ...question, toolResults: [], step: 1 }
  const story = [refuseStory, talkStory].find((each) => each.match(asked))
  const content = story ? contentOf(story.reply(asked)) : honestAnswer(question).answer
  const text = content.replace(
    / (Or pick one of these|The nearest questions that I can answer|These questions about [^:]+ work):$/,
    ' A plan that needs no tool offers nothing to pick; a new conversation lists examples.',
  )
  const stepwise = story ? '' : ' Forms, maps, pictures and other stories are played with “Step by step” only.'
  return planning({ type: 'direct_response', content: `${text}${stepwise}` }, 'No tool of mine helps here.')
}

function contentOf(reply: Reply | readonly Reply[]): string {
  const [first] = [reply].flat()
  const action: unknown = JSON.parse(first?.content ?? '{}')
  return isRecord(action) && isRecord(action.args) ? String(action.args.answer) : ''
}
