import { isRecord } from '@pf/core/internal'
import type { Conversation, Story } from '@pf/testing'
import { capitalize } from '../format/format-values.ts'
import { callTool, finalResponse } from '../reply/replies.ts'
import { canRender, runSteps, type Step } from '../reply/run-steps.ts'
import { readIntent, type ViewKind } from '../request/intent.ts'
import { readResults } from '../request/tool-results.ts'
import type { Topic } from '../topics/topic.ts'
import { topics } from '../topics/topics.ts'
import { chartSteps } from './chart.ts'
import { dashboardSteps } from './dashboard.ts'
import { tableSteps } from './table.ts'

const stepsByView: Readonly<Record<ViewKind, (topic: Topic, rendering: boolean) => Step[]>> = {
  chart: chartSteps,
  dashboard: dashboardSteps,
  table: tableSteps,
  describe: tableSteps,
}

/** Asks the user to choose a table if a question names only a view, and continues with the story of that view. */
export const chooseStory: Story = {
  name: 'choose',
  match: (conversation) => canRender(conversation) && viewWithoutTopic(conversation) !== undefined,
  reply(conversation) {
    const view = viewWithoutTopic(conversation)
    const topic = chosenTopic(conversation)
    return runSteps(view && topic ? [askForTopic, ...stepsByView[view](topic, true)] : [askForTopic, nothingChosen], conversation)
  },
}

function viewWithoutTopic(conversation: Conversation): ViewKind | undefined {
  const { view, topic } = readIntent(conversation)
  return topic ? undefined : view
}

const askForTopic: Step = () =>
  callTool('I know how to show data in this way, but not of what; six cards are quicker than a question.', 'ui_select_option', {
    title: 'Which data?',
    layout: 'cards',
    options: topics.map(({ table, about, rows }) => ({ value: table, label: capitalize(about), description: rows.title })),
  })

function chosenTopic(conversation: Conversation): Topic | undefined {
  const [answer] = readResults(conversation).all
  const [chosen] = isRecord(answer) && Array.isArray(answer.selected) ? answer.selected : []
  return topics.find(({ table }) => table === chosen)
}

const nothingChosen: Step = () =>
  finalResponse({
    answer: 'You picked no data, so I show none. Name one of the tables whenever you like.',
    suggestions: [{ label: 'What data is here?', message: 'What data is here?' }],
    followup: true,
  })
