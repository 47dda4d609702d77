import type { Story } from '@pf/testing'
import { finalResponse, nextQuestions, renderComponent } from '../reply/replies.ts'
import { canRender, runSteps } from '../reply/run-steps.ts'
import { asksFor } from '../request/coverage.ts'
import { countKeywords, tokenize } from '../request/keywords.ts'
import { topics } from '../topics/topics.ts'

interface MapLocation {
  name: string
  keywords: readonly string[]
  table: string
  /** Degrees north and east. */
  at: readonly [number, number]
  /** Size of the map section in degrees. */
  span: number
}

const locations: readonly MapLocation[] = [
  { name: 'Mauna Loa Observatory', keywords: ['mauna loa', 'co2', 'hawaii'], table: 'co2', at: [19.5362, -155.5763], span: 0.5 },
  { name: 'Palmer Station', keywords: ['palmer', 'penguin', 'antarctica'], table: 'penguins', at: [-64.7743, -64.0538], span: 0.6 },
  { name: 'Seattle', keywords: ['seattle', 'weather'], table: 'weather', at: [47.6062, -122.3321], span: 0.4 },
]

/** Shows the location of the measurements on an embedded OpenStreetMap map. */
export const mapStory: Story = {
  name: 'map',
  // "Penguins as a map" asks for the rows on a map, but the rows have no coordinates.
  match: ({ lastUser }) =>
    locationOf(lastUser) !== undefined &&
    !/\bas (a |an )?(\w+ )?map\b/i.test(lastUser) &&
    asksFor(lastUser, ['map', 'where was', 'where is', 'location'], mapVocabulary),
  reply(conversation) {
    const location = locationOf(conversation.lastUser)
    const about = topics.find(({ table }) => table === location?.table)
    if (!location || !about) return runSteps([], conversation)
    return runSteps(
      [
        ...(canRender(conversation)
          ? [
              () =>
                renderComponent('A place is best shown on a map; the page allows this one host.', {
                  component: 'embed',
                  title: location.name,
                  props: { url: addressOf(location), title: `Map of ${location.name}`, height: '360px' },
                }),
            ]
          : []),
        () =>
          finalResponse({
            reasoning: 'I say where it is, in figures too: the map comes from another server and may be out of reach.',
            answer: `The data on ${about.about} comes from **${location.name}**, at ${degrees(location.at[0], 'N', 'S')} and ${degrees(location.at[1], 'E', 'W')}. The map comes from openstreetmap.org and needs a connection to the internet.`,
            suggestions: nextQuestions(about, 'chart').slice(0, 2),
          }),
      ],
      conversation,
    )
  },
}

const mapVocabulary = [...locations.flatMap(({ keywords }) => keywords), 'station', 'observatory', 'measured', 'measurement', 'been', 'counted', 'data', 'from']

const locationOf = (question: string) => locations.find(({ keywords }) => countKeywords(tokenize(question), keywords) > 0)

const degrees = (value: number, plus: string, minus: string) => `${Math.abs(value).toFixed(2)}° ${value < 0 ? minus : plus}`

function addressOf({ at: [north, east], span }: MapLocation): string {
  const box = [east - span, north - span / 2, east + span, north + span / 2].map((edge) => edge.toFixed(4)).join('%2C')
  return `https://www.openstreetmap.org/export/embed.html?bbox=${box}&layer=mapnik&marker=${north}%2C${east}`
}
