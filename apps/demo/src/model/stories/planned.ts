import type { JsonObject } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { Conversation, Reply, Story } from '@pf/testing'
import { type Planning, readPlanning } from '../reading/planning.ts'
import { readResults } from '../reading/results.ts'
import { readWanted, type ViewKind } from '../reading/wanted.ts'
import { mentions, readWords } from '../reading/words.ts'
import { pace } from '../saying/act.ts'
import { finish, nextQuestions } from '../saying/finish.ts'
import { giveUp } from '../saying/perform.ts'
import { shownOrSaid } from '../saying/shown-or-said.ts'
import type { Topic } from '../topics/topic.ts'
import { fallbackStory } from './fallback.ts'
import { toSave, type Way, ways } from './planned-ways.ts'

/** Plan → execute → respond: one call plans the queries and the component over their rows, a second one answers. */
export const plannedStory: Story = {
  name: 'planned',
  match: (conversation) => readPlanning(conversation) !== undefined,
  reply(conversation) {
    const planning = readPlanning(conversation)
    if (!planning) return fallbackStory.reply(conversation)
    const { topic, view = 'chart' } = readWanted(planning.question)
    const saving = mentions(readWords(planning.question.lastUser), ['save', 'remember', 'bookmark']) > 0
    const way = topic ? (saving ? toSave(topic, view) : ways[view](topic)) : undefined
    if (!topic || !way) return outOfWays(planning, conversation)
    return planning.stage === 'plan' ? planOf(way) : answerOf(way, { topic, view, planning, conversation })
  },
}

const planOf = ({ reasoning, calls }: Way): Reply => planning({ type: 'tool_calls', reasoning, calls: calls as unknown as JsonObject[] }, reasoning)

function planning(args: JsonObject, reasoning: string): Reply {
  return { reasoning, content: '', toolCalls: [{ id: 'call_plan', name: '__planning__', arguments: JSON.stringify(args) }], delayMs: pace.action }
}

function answerOf(way: Way, about: { topic: Topic; view: ViewKind; planning: Planning; conversation: Conversation }): Reply {
  const results = readResults(about.planning)
  if (results.failure) return giveUp(`${results.failure.tool} did not do what I planned: ${results.failure.message}`)
  const rendering = about.conversation.system.includes('render_component')
  return finish({
    reasoning: 'Every call has run. I say what they brought, with the figures I read there.',
    answer: shownOrSaid(way.answer(results), { results, rows: results.queries.at(-1), rendering }),
    confidence: 0.9,
    suggestions: nextQuestions(about.topic, about.view === 'describe' ? 'table' : about.view),
    sources: results.queries[0]?.sources ?? [],
  })
}

/** Without a table there is nothing to plan: the answer is given at once, in one call. */
function outOfWays({ stage, question }: Planning, conversation: Conversation): Reply {
  const told = fallbackStory.reply({ ...conversation, ...question })
  if (stage === 'respond' || !('content' in told)) return giveUp('I have no script for this question.')
  const content = contentOf(told).replace(/ Or pick one of these:$/, ' A plan that needs no tool offers nothing to pick; a new conversation lists examples.')
  return planning({ type: 'direct_response', content }, 'No tool of mine helps here.')
}

function contentOf({ content }: Reply): string {
  const action: unknown = JSON.parse(content)
  return isRecord(action) && isRecord(action.args) ? String(action.args.answer) : ''
}
