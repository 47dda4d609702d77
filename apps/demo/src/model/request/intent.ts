import type { Conversation } from '@pf/testing'
import type { Topic } from '../topics/topic.ts'
import { topics } from '../topics/topics.ts'
import { countKeywords, type TokenizedText, tokenize } from './keywords.ts'

/** The views of a table. */
export type ViewKind = 'dashboard' | 'describe' | 'chart' | 'table'

/** What a question asks for. */
export interface Intent {
  topic?: Topic
  view?: ViewKind
  /** True when the question asks which data is available. */
  catalogue: boolean
}

/** Keywords of the views: explicit names first, then words that suggest a view. */
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
const backReferences = ['it', 'that', 'this', 'them', 'those', 'these', 'same', 'instead', 'now', 'again', 'also', 'as well']
const shortQuestion = 5
const sqlStatement =
  /^\s*(drop|delete|insert|update|create|alter|truncate|attach|copy|select|with\s+\w+\s+as)\b.*(\b(table|from|into|set|view|database|select)\b|\*)/i

/** Reads the intent of the last question. Missing parts are taken from earlier questions when the question refers to them. */
export function readIntent({ lastUser, earlierUsers }: Pick<Conversation, 'lastUser' | 'earlierUsers'>): Intent {
  // SQL is not a question: choosing a table by its words would look as if the statement had been run.
  if (sqlStatement.test(lastUser)) return { catalogue: false }
  const words = tokenize(lastUser)
  const own = read(words)
  const before = earlierUsers.map((text) => read(tokenize(text))).reverse()
  if (own.topic) return { catalogue: false, topic: own.topic, view: own.view ?? earlierView(words, before) ?? 'chart' }
  if (countKeywords(words, catalogueWords) > 0 && !words.text.includes(' as a ')) return { catalogue: true }
  const topic = own.view && refersToEarlierQuestion(words) ? before.find((question) => question.topic)?.topic : undefined
  return { ...own, ...(topic ? { topic } : {}), catalogue: false }
}

function read(words: TokenizedText): Pick<Intent, 'topic' | 'view'> {
  const scored = topics.map((topic) => ({ topic, score: countKeywords(words, topic.keywords) })).filter(({ score }) => score > 0)
  const topic = scored.reduce<(typeof scored)[number] | undefined>((best, next) => (best && best.score >= next.score ? best : next), undefined)?.topic
  const view = viewWords.find(([, keywords]) => countKeywords(words, keywords) > 0)?.[0]
  return { ...(topic ? { topic } : {}), ...(view ? { view } : {}) }
}

const refersToEarlierQuestion = (words: TokenizedText) => words.tokens.length <= shortQuestion || countKeywords(words, backReferences) > 0

/** A short question such as "And the penguins?" keeps the view of an earlier question. */
function earlierView(words: TokenizedText, before: readonly Pick<Intent, 'view'>[]): ViewKind | undefined {
  return words.tokens.length <= shortQuestion ? before.find(({ view }) => view)?.view : undefined
}
