import type { Conversation, Reply } from '@pf/testing'
import { escapeName } from '../format/format-values.ts'
import { finalResponse, renderComponent } from '../reply/replies.ts'
import { canRender, runSteps } from '../reply/run-steps.ts'
import type { SentFile } from '../request/sent-files.ts'
import { readPictures } from '../request/sent-pictures.ts'

/** What a picture of a chart shows. */
interface PictureOfChart {
  title: string
  form: string
  category: string
  value: string
  rows: readonly (readonly [string, number])[]
}

/** The pictures that the scripted model knows, by the SHA-256 of their bytes. It sees nothing, so it recognizes no other picture. */
const knownPictures: ReadonlyMap<string, PictureOfChart> = new Map([
  [
    'b952d7de7803b657a25b4b078de873814649d464f0b123ea5982dcedc44a251f',
    {
      title: 'Penguins by island',
      form: 'A bar chart',
      category: 'Island',
      value: 'Penguins',
      rows: [
        ['Biscoe', 168],
        ['Dream', 124],
        ['Torgersen', 52],
      ],
    },
  ],
])

/** Reads the chart in a picture that the scripted model knows, and says of any other picture that it cannot see it. */
export function readPicture(picture: SentFile, conversation: Conversation): Reply {
  const pictures = readPictures(conversation)
  const [known] = pictures.length === 1 ? pictures.flatMap((hash) => knownPictures.get(hash) ?? []) : []
  return known ? runSteps(chartSteps(known, canRender(conversation)), conversation) : unseenPicture(picture)
}

function chartSteps({ title, form, category, value, rows }: PictureOfChart, rendering: boolean) {
  const list = rows.map(([name, count]) => `${name} ${count}`).join(', ')
  const [first, last] = [rows[0], rows.at(-1)]
  return [
    ...(rendering
      ? [
          () =>
            renderComponent('The values are printed above the bars, so I can write them as a table.', {
              component: 'datagrid',
              title: `${title}, read from the picture`,
              props: {
                columns: [
                  { field: 'name', header: category },
                  { field: 'count', header: value },
                ],
                rows: rows.map(([name, count]) => ({ name, count })),
              },
            }),
        ]
      : []),
    () =>
      finalResponse({
        answer: `${form}, **${title}**: ${list}. ${first?.[0]} has the highest bar and ${last?.[0]} the lowest.`,
        suggestions: [{ label: 'What the data says', message: 'How many penguins are there by island?' }],
        caveats: ['The scripted model of this demo knows this one picture and does not see. A model that takes images reads any picture.'],
      }),
  ]
}

const unseenPicture = ({ name, media_type }: SentFile): Reply =>
  finalResponse({
    answer: `The picture **${escapeName(name)}** (${escapeName(media_type)}) was received and stored, but the scripted model of this demo cannot see. Start the demo with a model that takes images, for example \`OPENAI_API_KEY=… npm run demo\`, and ask again: the planner then sends it the picture.`,
    suggestions: [{ label: 'What data is here?', message: 'What data is here?' }],
  })
