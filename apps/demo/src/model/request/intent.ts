import type { Conversation } from '@pf/testing'
import type { Topic } from '../topics/topic.ts'
import { topics } from '../topics/topics.ts'
import { isCovered, uncoveredWords } from './coverage.ts'
import { countKeywords, type TokenizedText, tokenize } from './keywords.ts'

/** The views of a table. */
export type ViewKind = 'dashboard' | 'describe' | 'chart' | 'table'

/** The view and the data set that a question asks for. */
export interface Intent {
  topic?: Topic
  view?: ViewKind
  /** True if the question asks for the available data. */
  catalogue: boolean
}

/** Words that name a view. */
export const viewWords: Readonly<Record<ViewKind, readonly string[]>> = {
  dashboard: ['dashboard', 'kpi', 'summary', 'summarize', 'summarise', 'overview', 'at a glance', 'key figures', 'cockpit'],
  describe: ['describe', 'columns', 'fields', 'schema', 'structure', 'description'],
  chart: ['chart', 'graph', 'plot', 'diagram', 'visualize', 'visualise'],
  table: ['table', 'tabel', 'tabular', 'grid', 'datagrid', 'spreadsheet'],
}
const viewKinds = ['dashboard', 'describe', 'chart', 'table'] as const
const catalogueWords = ['data', 'dataset', 'data set', 'table', 'database']
const catalogueVocabulary = [
  ...catalogueWords,
  'which',
  'list',
  'available',
  'have',
  'there',
  'exist',
  'contain',
  'any',
  'kind',
  'get',
  'sets',
  'bundled',
  'know',
]
const backReferences = ['it', 'that', 'this', 'them', 'those', 'these', 'data', 'and', 'what about', 'how about', 'well', 'format', 'form']
const describeVocabulary = ['table', 'which', 'have', 'has', 'column', 'data', 'dataset']

/**
 * Reads the view that a question asks for. Every content word must be the name of a view, of one data set, or a reference to an earlier
 * question; a question with other words is not read as a view.
 */
export function readIntent({ lastUser, earlierUsers }: Pick<Conversation, 'lastUser' | 'earlierUsers'>): Intent {
  const words = tokenize(lastUser)
  if (words.tokens.length === 0) return { catalogue: false }
  const view = viewOf(words)
  const topic = topicOf(lastUser, view)
  if (topic && view) return { catalogue: false, topic, view }
  if (asksForCatalogue(lastUser, words)) return { catalogue: true }
  const before = earlierUsers.map((text) => readIntent({ lastUser: text, earlierUsers: [] })).reverse()
  const earlierView = before.find((intent) => intent.view)?.view
  if (topic && earlierView && words.tokens.length <= shortQuestion && countKeywords(words, ['and', 'what about', 'how about']) > 0)
    return { catalogue: false, topic, view: earlierView }
  const isViewOnly = view !== undefined && isCovered(lastUser, [...viewWords[view], ...backReferences])
  const [latest] = before
  const earlier = isViewOnly && refersBack(words) ? latest?.topic : undefined
  return { catalogue: false, ...(isViewOnly ? { view } : {}), ...(earlier ? { topic: earlier } : {}) }
}

const shortQuestion = 5

const viewOf = (words: TokenizedText) => viewKinds.find((kind) => countKeywords(words, viewWords[kind]) > 0)

/** True if a question refers to the previous result, as in "show it as a table", but not in "make a dashboard". */
const refersBack = (words: TokenizedText) =>
  countKeywords(words, ['it', 'that', 'this', 'them', 'those', 'these', 'same', 'now', 'instead']) > 0 || words.tokens[0] === 'as'

/** Returns the data set whose names, together with those of a view, cover the entire question. */
export function topicOf(question: string, view?: ViewKind, more: readonly string[] = []): Topic | undefined {
  const words = tokenize(question)
  const views = view ? [...viewWords[view], ...(view === 'describe' ? describeVocabulary : [])] : []
  return topics.find(({ names }) => countKeywords(words, names) > 0 && isCovered(question, [...names, ...views, ...backReferences, ...more]))
}

function asksForCatalogue(question: string, words: TokenizedText): boolean {
  return (
    countKeywords(words, catalogueWords) > 0 &&
    !words.text.includes(' as ') &&
    !words.text.includes(' it ') &&
    words.tokens.length > 1 &&
    uncoveredWords(question, catalogueVocabulary).length === 0 &&
    !/^ (make|draw|create|show) (me )?a table /.test(words.text)
  )
}
