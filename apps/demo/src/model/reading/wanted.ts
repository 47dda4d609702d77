import type { Conversation } from '@pf/testing'
import type { Topic } from '../topics/topic.ts'
import { topics } from '../topics/topics.ts'
import { mentions, readWords, type Words } from './words.ts'

/** A way to show a table. */
export type ViewKind = 'dashboard' | 'describe' | 'chart' | 'table'

/** What a question asks for, as far as it can be told. */
export interface Wanted {
  topic?: Topic
  view?: ViewKind
  /** Asks what data there is at all. */
  catalogue: boolean
}

/** Named ways first, then what a question's wording lets one guess. */
const viewWords: readonly [ViewKind, readonly string[]][] = [
  ['dashboard', ['dashboard', 'kpi', 'summary', 'summarize', 'summarise', 'overview', 'at a glance', 'key figures', 'metrics', 'cockpit']],
  ['describe', ['describe', 'columns', 'fields', 'schema', 'structure', 'what is in']],
  ['chart', ['chart', 'graph', 'plot', 'diagram', 'line', 'bars', 'curve', 'visualize', 'visualise', 'draw']],
  ['table', ['table', 'tabel', 'tabular', 'rows', 'list', 'grid', 'datagrid', 'spreadsheet']],
  [
    'chart',
    [
      'develop',
      'developed',
      'development',
      'trend',
      'over time',
      'over the years',
      'since',
      'evolve',
      'evolved',
      'change',
      'changed',
      'rise',
      'rose',
      'grow',
      'grew',
      'history',
      'compare',
    ],
  ],
  ['table', ['which', 'highest', 'lowest', 'most', 'least', 'top', 'best', 'worst', 'rank', 'ranking', 'largest', 'smallest', 'longest', 'shortest']],
]
const catalogueWords = ['data', 'dataset', 'datasets', 'tables', 'database', 'databases']
const pointing = ['it', 'that', 'this', 'them', 'those', 'these', 'same', 'instead', 'now', 'again', 'also', 'as well']
const shortQuestion = 5
const statement =
  /^\s*(drop|delete|insert|update|create|alter|truncate|attach|copy|select|with\s+\w+\s+as)\b.*(\b(table|from|into|set|view|database|select)\b|\*)/i

/** Reads the last question; what it leaves open is taken from the questions before it when it points back at them. */
export function readWanted({ lastUser, earlierUsers }: Pick<Conversation, 'lastUser' | 'earlierUsers'>): Wanted {
  // A statement is no question: guessing a table from its words would pretend to have run it.
  if (statement.test(lastUser)) return { catalogue: false }
  const words = readWords(lastUser)
  const own = read(words)
  const before = earlierUsers.map((text) => read(readWords(text))).reverse()
  if (own.topic) return { catalogue: false, topic: own.topic, view: own.view ?? earlierView(words, before) ?? 'chart' }
  if (mentions(words, catalogueWords) > 0 && !words.text.includes(' as a ')) return { catalogue: true }
  const topic = own.view && pointsBack(words) ? before.find((question) => question.topic)?.topic : undefined
  return { ...own, ...(topic ? { topic } : {}), catalogue: false }
}

function read(words: Words): Pick<Wanted, 'topic' | 'view'> {
  const scored = topics.map((topic) => ({ topic, score: mentions(words, topic.words) })).filter(({ score }) => score > 0)
  const topic = scored.reduce<(typeof scored)[number] | undefined>((best, next) => (best && best.score >= next.score ? best : next), undefined)?.topic
  const view = viewWords.find(([, keywords]) => mentions(words, keywords) > 0)?.[0]
  return { ...(topic ? { topic } : {}), ...(view ? { view } : {}) }
}

const pointsBack = (words: Words) => words.list.length <= shortQuestion || mentions(words, pointing) > 0

/** "And the penguins?" wants the same view as before. */
function earlierView(words: Words, before: readonly Pick<Wanted, 'view'>[]): ViewKind | undefined {
  return words.list.length <= shortQuestion ? before.find(({ view }) => view)?.view : undefined
}
