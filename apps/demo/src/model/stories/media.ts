import { isRecord } from '@pf/core/internal'
import type { Story } from '@pf/testing'
import { callTool, finalResponse, renderComponent } from '../reply/replies.ts'
import { canRender, runSteps } from '../reply/run-steps.ts'
import { asksFor } from '../request/coverage.ts'
import { countKeywords, tokenize } from '../request/keywords.ts'

const kinds = {
  image: {
    find: 'beak',
    title: 'How a beak is measured',
    answer: 'Beak length runs along the upper ridge, beak depth across the beak at its base. Both are given in millimetres.',
    more: { zoomable: true, caption: 'Length along the upper ridge, depth at the base', width: '100%', maxWidth: '560px' },
  },
  video: {
    find: 'co2_film',
    title: 'CO2 at Mauna Loa, 1958 to 2020',
    answer: 'The film draws the yearly averages of CO2 at Mauna Loa one after the other, from 1958 to 2020.',
    more: { controls: true, muted: true },
  },
} as const

/** Returns the file that a question asks for, or undefined if it asks for a picture of something else. */
function kindOf(question: string): keyof typeof kinds | undefined {
  const words = tokenize(question)
  if (
    countKeywords(words, ['beak', 'bill']) > 0 &&
    asksFor(question, ['picture', 'image', 'drawing', 'photo'], ['beak', 'bill', 'penguin', 'measured', 'measure', 'length', 'depth'])
  )
    return 'image'
  if (
    countKeywords(words, ['co2', 'carbon dioxide']) > 0 &&
    asksFor(question, ['film', 'video', 'movie'], ['co2', 'carbon dioxide', 'play', 'air', 'mauna loa', 'rise'])
  )
    return 'video'
  return undefined
}

/** Shows an image or a video that a tool has found, by reference. */
export const mediaStory: Story = {
  name: 'media',
  match: ({ lastUser }) => kindOf(lastUser) !== undefined,
  reply(conversation) {
    const kind = kindOf(conversation.lastUser) ?? 'image'
    const { find, title, answer, more } = kinds[kind]
    const file = { $artifact: 'find_media.file' }
    return runSteps(
      [
        () => callTool('There is a file for this; its bytes are not for me, so I only ask for it by name.', 'find_media', { name: find }),
        ...(canRender(conversation)
          ? [
              ({ all: [found] }: { all: readonly unknown[] }) =>
                renderComponent('I refer to the file and say what it shows, for those who cannot see it.', {
                  component: kind,
                  title,
                  props: { src: file, ...(kind === 'image' && isRecord(found) ? { alt: String(found.shows) } : {}), ...more },
                }),
            ]
          : []),
        () =>
          finalResponse({
            reasoning: 'One sentence on what is seen is enough.',
            answer,
            suggestions: [
              kind === 'image'
                ? { label: 'How heavy are they?', message: 'How heavy are the penguins?' }
                : { label: 'As a chart', message: 'Show CO2 in the air as a chart' },
              { label: 'Where was it measured?', message: kind === 'image' ? 'Show a map of Palmer Station' : 'Show a map of Mauna Loa' },
            ],
          }),
      ],
      conversation,
    )
  },
}
