import { isRecord } from '@pf/core/internal'
import type { Story } from '@pf/testing'
import { escapeName } from '../format/format-values.ts'
import { callTool, finalResponse, nextQuestions } from '../reply/replies.ts'
import { runSteps, type Step } from '../reply/run-steps.ts'
import { readSaving } from '../request/saving.ts'
import type { Topic } from '../topics/topic.ts'

/** Saves a view. The tool asks the user for confirmation before it writes. */
export const saveStory: Story = {
  name: 'save',
  match: (conversation) => readSaving(conversation) !== undefined,
  reply(conversation) {
    const saving = readSaving(conversation)
    return runSteps(saving ? saveSteps(saving.topic, saving.view) : [], conversation)
  },
}

function saveSteps(topic: Topic, view: 'chart' | 'table' | 'dashboard'): Step[] {
  return [
    () => callTool('Saving changes something, so the tool will ask before it does.', 'save_view', { name: topic.dashboard.title, table: topic.table, view }),
    ({ all: [result] }) => {
      const saved = isRecord(result) && result.saved === true
      const title = escapeName(topic.dashboard.title)
      return finalResponse({
        reasoning: 'I say what happened, and only that.',
        answer: saved
          ? `**${title}** is saved. ${savedViewsText(result)} until this demo is stopped.`
          : `**${title}** was not saved: you did not allow it. Nothing has changed.`,
        suggestions: [{ label: 'Save it again', message: `Save the ${view} of ${topic.about}` }, ...nextQuestions(topic, view).slice(0, 2)],
      })
    },
  ]
}

function savedViewsText(result: unknown): string {
  const views = isRecord(result) ? Number(result.views) : 1
  return views === 1 ? 'It is your only saved view; it is kept' : `You have ${views} saved views; they are kept`
}
