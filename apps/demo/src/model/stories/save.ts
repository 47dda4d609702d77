import { isRecord } from '@pf/core/internal'
import type { Story } from '@pf/testing'
import { readWanted } from '../reading/wanted.ts'
import { mentions, readWords } from '../reading/words.ts'
import { act } from '../saying/act.ts'
import { name } from '../saying/figures.ts'
import { finish, nextQuestions } from '../saying/finish.ts'
import { type Act, perform } from '../saying/perform.ts'
import type { Topic } from '../topics/topic.ts'
import { topics } from '../topics/topics.ts'

/** A change that the user has to allow: the tool asks before it writes. */
export const saveStory: Story = {
  name: 'save',
  match: ({ lastUser }) => mentions(readWords(lastUser), ['save', 'remember', 'bookmark']) > 0,
  reply(conversation) {
    const { topic = topics[2] ?? topics[0], view = 'chart' } = readWanted(conversation)
    return perform(topic ? acts(topic, view === 'describe' ? 'table' : view) : [], conversation)
  },
}

function acts(topic: Topic, view: 'chart' | 'table' | 'dashboard'): Act[] {
  return [
    () => act('Saving changes something, so the tool will ask before it does.', 'save_view', { name: topic.dashboard.title, table: topic.table, view }),
    ({ all: [result] }) => {
      const saved = isRecord(result) && result.saved === true
      const title = name(topic.dashboard.title)
      return finish({
        reasoning: 'I say what happened, and only that.',
        answer: saved
          ? `**${title}** is saved. ${kept(result)} until this demo is stopped.`
          : `**${title}** was not saved: you did not allow it. Nothing has changed.`,
        confidence: 0.98,
        suggestions: [{ label: 'Save it again', message: `Save the ${view} of ${topic.about}` }, ...nextQuestions(topic, view).slice(0, 2)],
      })
    },
  ]
}

function kept(result: unknown): string {
  const views = isRecord(result) ? Number(result.views) : 1
  return views === 1 ? 'It is your only saved view; it is kept' : `You have ${views} saved views; they are kept`
}
