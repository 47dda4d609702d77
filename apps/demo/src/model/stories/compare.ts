import type { JsonObject } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { Story } from '@pf/testing'
import { callTool, finalResponse, nextQuestions, renderComponent } from '../reply/replies.ts'
import { canRender, runSteps, type Step } from '../reply/run-steps.ts'
import { asksFor } from '../request/coverage.ts'
import { countKeywords, tokenize } from '../request/keywords.ts'
import type { Topic } from '../topics/topic.ts'
import { topicNames, topics } from '../topics/topics.ts'

/** Runs two queries in parallel and shows both charts in one grid. */
export const compareStory: Story = {
  name: 'compare',
  match: ({ lastUser }) =>
    asksFor(lastUser, ['side by side', 'parallel', 'at once', 'at the same time'], [...topicNames, 'chart', 'data']) && pairOf(lastUser).length === 2,
  reply(conversation) {
    const [left, right] = pairOf(conversation.lastUser)
    return runSteps(left && right ? compareSteps(left, right, canRender(conversation)) : [], conversation)
  },
}

/** Returns the topics that the question names. */
function pairOf(question: string): Topic[] {
  const words = tokenize(question)
  return topics.filter(({ names }) => countKeywords(words, names) > 0)
}

function compareSteps(left: Topic, right: Topic, rendering: boolean): Step[] {
  const pair = [left, right]
  return [
    () =>
      callTool('The two queries do not need each other, so they run at the same time.', 'plan', {
        steps: pair.map(({ chart }) => ({ node: 'run_query', args: { sql: chart.sql } })),
      }),
    ...(rendering ? [show(pair)] : []),
    ({ all: [seen] }) =>
      finalResponse({
        reasoning: 'Both branches are back; I say what stands side by side.',
        answer: `Side by side: **${left.chart.title}** (${rowsOf(seen, 0)} rows) and **${right.chart.title}** (${rowsOf(seen, 1)} rows). Both queries ran at the same time, as two branches of one plan; the inspector shows them.`,
        suggestions: nextQuestions(left, 'chart'),
        sources: [],
      }),
  ]
}

const show =
  (pair: readonly Topic[]): Step =>
  ({ all: [seen] }) =>
    renderComponent('One grid with both charts; each only references the rows of its branch.', {
      component: 'grid',
      title: 'Side by side',
      props: {
        columns: 2,
        items: pair.map(
          (topic, index): JsonObject => ({
            component: 'echarts',
            title: topic.chart.title,
            props: { option: topic.chart.option({ $artifact: refOf(seen, index) }), height: '320px' },
          }),
        ),
      },
    })

/** Returns the observation of one branch of the plan. */
function branch(seen: unknown, index: number): Record<string, unknown> {
  const list = isRecord(seen) && Array.isArray(seen.branches) ? seen.branches : []
  const found = list.find((item) => isRecord(item) && item.branch === index)
  return isRecord(found) && isRecord(found.observation) ? found.observation : {}
}

const rowsOf = (seen: unknown, index: number) => String(branch(seen, index).row_count ?? 'no')

function refOf(seen: unknown, index: number): string {
  const { rows } = branch(seen, index)
  const named = typeof rows === 'string' ? /\sref=([^\s>]+)>/.exec(rows)?.[1] : undefined
  return named ?? (index === 0 ? 'run_query.rows' : `run_query#${index + 1}.rows`)
}
