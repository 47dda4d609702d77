import type { Story } from '@pf/testing'
import { readWanted } from '../reading/wanted.ts'
import { mentions, readWords } from '../reading/words.ts'
import { render } from '../saying/act.ts'
import { finish, nextQuestions } from '../saying/finish.ts'
import { canRender, perform } from '../saying/perform.ts'
import { topics } from '../topics/topics.ts'

interface Place {
  name: string
  words: readonly string[]
  table: string
  /** Degrees north and east. */
  at: readonly [number, number]
  /** Degrees that the map shows around it. */
  span: number
}

const places: readonly Place[] = [
  { name: 'Mauna Loa Observatory', words: ['mauna loa', 'co2', 'hawaii'], table: 'co2', at: [19.5362, -155.5763], span: 0.5 },
  { name: 'Palmer Station', words: ['palmer', 'penguin', 'antarctica'], table: 'penguins', at: [-64.7743, -64.0538], span: 0.6 },
  { name: 'Seattle', words: ['seattle', 'weather'], table: 'weather', at: [47.6062, -122.3321], span: 0.4 },
]

/** Where data was measured, on a map of OpenStreetMap in a frame. */
export const mapStory: Story = {
  name: 'map',
  match: ({ lastUser }) => mentions(readWords(lastUser), ['map', 'where was', 'where is', 'location']) > 0,
  reply(conversation) {
    const asked = readWords(conversation.lastUser)
    const { topic } = readWanted(conversation)
    const place = places.find(({ words }) => mentions(asked, words) > 0) ?? places.find(({ table }) => table === topic?.table) ?? places[0]
    const about = topics.find(({ table }) => table === place?.table)
    if (!place || !about) return perform([], conversation)
    return perform(
      [
        ...(canRender(conversation)
          ? [
              () =>
                render('A place is best shown on a map; the page allows this one host.', {
                  component: 'embed',
                  title: place.name,
                  props: { url: addressOf(place), title: `Map of ${place.name}`, height: '360px' },
                }),
            ]
          : []),
        () =>
          finish({
            reasoning: 'I say where it is, in figures too: the map comes from another server and may be out of reach.',
            answer: `The data on ${about.about} comes from **${place.name}**, at ${degrees(place.at[0], 'N', 'S')} and ${degrees(place.at[1], 'E', 'W')}. The map comes from openstreetmap.org and needs a connection to the internet.`,
            confidence: 0.9,
            suggestions: nextQuestions(about, 'chart').slice(0, 2),
          }),
      ],
      conversation,
    )
  },
}

const degrees = (value: number, plus: string, minus: string) => `${Math.abs(value).toFixed(2)}° ${value < 0 ? minus : plus}`

function addressOf({ at: [north, east], span }: Place): string {
  const box = [east - span, north - span / 2, east + span, north + span / 2].map((edge) => edge.toFixed(4)).join('%2C')
  return `https://www.openstreetmap.org/export/embed.html?bbox=${box}&layer=mapnik&marker=${north}%2C${east}`
}
