import { isRecord } from '@pf/core/internal'
import type { Conversation, Story } from '@pf/testing'
import { readResults } from '../reading/results.ts'
import { readWanted, type ViewKind } from '../reading/wanted.ts'
import { act } from '../saying/act.ts'
import { finish } from '../saying/finish.ts'
import { type Act, canRender, perform } from '../saying/perform.ts'
import type { Topic } from '../topics/topic.ts'
import { topics } from '../topics/topics.ts'
import { chartActs } from './chart.ts'
import { dashboardActs } from './dashboard.ts'
import { tableActs } from './table.ts'

const ways: Readonly<Record<ViewKind, (topic: Topic, rendering: boolean) => Act[]>> = {
  chart: chartActs,
  dashboard: dashboardActs,
  table: tableActs,
  describe: tableActs,
}

/** A view is named, but not of what: the user picks the data, and the story of that view goes on. */
export const chooseStory: Story = {
  name: 'choose',
  match: (conversation) => canRender(conversation) && viewWithoutTopic(conversation) !== undefined,
  reply(conversation) {
    const view = viewWithoutTopic(conversation)
    const topic = picked(conversation)
    return perform(view && topic ? [pick, ...ways[view](topic, true)] : [pick, left], conversation)
  },
}

function viewWithoutTopic(conversation: Conversation): ViewKind | undefined {
  const { view, topic } = readWanted(conversation)
  return topic ? undefined : view
}

const pick: Act = () =>
  act('I know how to show data in this way, but not of what; six cards are quicker than a question.', 'ui_select_option', {
    title: 'Which data?',
    layout: 'cards',
    options: topics.map(({ table, about, rows }) => ({ value: table, label: `${about.charAt(0).toUpperCase()}${about.slice(1)}`, description: rows.title })),
  })

function picked(conversation: Conversation): Topic | undefined {
  const [answer] = readResults(conversation).all
  const [chosen] = isRecord(answer) && Array.isArray(answer.selected) ? answer.selected : []
  return topics.find(({ table }) => table === chosen)
}

const left: Act = () =>
  finish({
    answer: 'You picked no data, so I show none. Name one of the tables whenever you like.',
    confidence: 0.95,
    suggestions: [{ label: 'What data is here?', message: 'What data is here?' }],
    followup: true,
  })
