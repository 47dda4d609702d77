import type { Story } from '@pf/testing'
import { answerText } from '../answer/answer-text.ts'
import { drawingOf } from '../answer/drawing-of.ts'
import { isEmpty, type Reading } from '../answer/reading.ts'
import { scope } from '../answer/words.ts'
import { composeSql } from '../query/compose-sql.ts'
import { understandInContext } from '../query/follow-up.ts'
import type { Query } from '../query/query.ts'
import { finalResponse, renderComponent, runQuery, type Suggestion } from '../reply/replies.ts'
import { canRender, runSteps, type Step } from '../reply/run-steps.ts'
import { withTextFallback } from '../reply/text-answers.ts'
import type { ToolResults } from '../request/tool-results.ts'

/** Answers a question of which every word is understood, with a query composed from its words. */
export const askStory: Story = {
  name: 'ask',
  match: ({ lastUser, earlierUsers }) => understandInContext(lastUser, earlierUsers).kind === 'query',
  reply(conversation) {
    const understood = understandInContext(conversation.lastUser, conversation.earlierUsers)
    return runSteps(understood.kind === 'query' ? askSteps(understood.query, conversation.lastUser, canRender(conversation)) : [], conversation)
  },
}

function askSteps(query: Query, question: string, rendering: boolean): Step[] {
  const { rows, facts } = composeSql(query)
  return [
    () => runQuery(`I understand every word of this. It asks for ${scope(query)} in the table ${query.dataset.table}.`, rows),
    ...(facts === undefined
      ? []
      : [() => runQuery('For the sentence I also read how many rows there are and the figures that the first rows do not show.', facts)]),
    ...(rendering ? [(results: ToolResults) => show(query, results) ?? answer(query, question, results, rendering)] : []),
    (results) => answer(query, question, results, rendering),
  ]
}

/** Returns the data of the queries that the model has received. */
export function readingOf(query: Query, { queries: [rows, facts] }: ToolResults): Reading {
  return {
    preview: rows?.preview ?? [],
    rowCount: rows?.rowCount ?? 0,
    facts: facts?.preview[0] ?? (query.kind === 'change' || query.kind === 'share' || query.kind === 'summary' ? (rows?.preview[0] ?? {}) : {}),
  }
}

function show(query: Query, results: ToolResults) {
  const reading = readingOf(query, results)
  const drawing = isEmpty(query, reading) ? undefined : drawingOf(query, results.queries[0]?.reference ?? { $artifact: 'run_query.rows' }, reading)
  return (
    drawing &&
    renderComponent('The rows stay where they are: the component only gets a reference to them.', {
      component: drawing.component,
      title: drawing.title,
      props: drawing.props,
    })
  )
}

function answer(query: Query, question: string, results: ToolResults, rendering: boolean) {
  const reading = readingOf(query, results)
  const [rows] = results.queries
  return finalResponse({
    reasoning: 'I say what was computed, and from which rows.',
    answer: withTextFallback(askAnswer(query, reading), { results, rows: isEmpty(query, reading) ? undefined : rows, rendering }),
    suggestions: askSuggestions(query, question),
    caveats: [query.dataset.caveat],
    sources: rows?.sources ?? [],
  })
}

/** Returns the answer, with a sentence about a form that could not be drawn. */
export function askAnswer(query: Query, reading: Reading): string {
  const note = isEmpty(query, reading) ? undefined : drawingOf(query, { $artifact: 'run_query.rows' }, reading)?.note
  return [answerText(query, reading), note].filter((part) => part !== undefined).join('\n\n')
}

/** Returns the same question in other forms, and other questions about the table. */
export function askSuggestions(query: Query, question: string): Suggestion[] {
  const plain = question.trim().replace(/[\s?.!]+$/, '')
  const isShort = plain.length < 120 && !query.notes.some((note) => note.startsWith('This is read as a change'))
  const grouped = query.kind === 'groups' && query.keys.length === 1
  const forms = isShort && query.form === undefined && grouped ? [{ label: 'Show it as a table', message: `${plain} as a table` }] : []
  const others = query.dataset.examples.filter((example) => example !== question).map((example) => ({ label: example.replace(/\?$/, ''), message: example }))
  return [...forms, ...others].slice(0, 3)
}
