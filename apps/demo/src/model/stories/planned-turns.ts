import type { JsonObject } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { drawingOf } from '../answer/drawing-of.ts'
import { scope } from '../answer/words.ts'
import { composeSql } from '../query/compose-sql.ts'
import type { Query } from '../query/query.ts'
import { nextQuestions, type Suggestion } from '../reply/replies.ts'
import { describeTableText } from '../reply/text-answers.ts'
import type { ViewKind } from '../request/intent.ts'
import type { ToolResults } from '../request/tool-results.ts'
import type { Topic } from '../topics/topic.ts'
import { askAnswer, askSuggestions, readingOf } from './ask.ts'

interface Call {
  tool_name: string
  arguments: JsonObject
}

/** A turn of the plan-execute strategy: the planned calls, and the answer after they have run. */
export interface PlannedTurn {
  reasoning: string
  calls: Call[]
  answer(results: ToolResults): string
  suggestions: readonly Suggestion[]
  /** A limitation of the data. */
  caveat?: string | undefined
}

const query = (sql: string): Call => ({ tool_name: 'run_query', arguments: { sql } })
const render = (component: string, title: string, props: JsonObject): Call => ({ tool_name: 'render_component', arguments: { component, title, props } })
/** Returns a reference to the rows of the nth query of the plan, counted from 1. */
const rowsOf = (nth: number) => ({ $artifact: nth === 1 ? 'run_query.rows' : `run_query#${nth}.rows` })

/** Planned turns for each view of a table. */
export const plansByView: Readonly<Record<ViewKind, (topic: Topic) => PlannedTurn>> = {
  chart: (topic) =>
    viewTurn(topic, 'chart', ({ chart, factsSql }) => ({
      reasoning: `${chart.reasoning} Key figures for the answer come from a second query; the chart refers to the rows of the first.`,
      calls: [query(chart.sql), query(factsSql), render('echarts', chart.title, { option: chart.option(rowsOf(1)), height: '360px' })],
      answer: ({ queries: [, figures] }) => chart.summarize(figures?.preview[0] ?? {}),
    })),
  table: (topic) =>
    viewTurn(topic, 'table', ({ rows }) => ({
      reasoning: rows.reasoning,
      calls: [query(rows.sql), render('datagrid', rows.title, { columns: rows.columns, rows: rowsOf(1), pageSize: 10, exportable: true })],
      answer: ({ queries: [read] }) => rows.summarize(read?.preview ?? [], read?.rowCount ?? 0),
    })),
  dashboard: (about) =>
    viewTurn(about, 'dashboard', (topic) => ({
      reasoning: 'Three queries, and one grid over them; the numbers of rows in its cards are taken from their outputs.',
      calls: [query(topic.factsSql), query(topic.chart.sql), query(topic.rows.sql), render('grid', topic.dashboard.title, gridOf(topic))],
      answer: ({ queries: [facts] }) => topic.dashboard.summarize(facts?.preview[0] ?? {}).replace(/^The dashboard has [^.]+\. /, ''),
    })),
  describe: (topic) =>
    viewTurn(topic, 'table', ({ table }) => ({
      reasoning: 'One look at the table is enough.',
      calls: [{ tool_name: 'describe_table', arguments: { table } }],
      answer: ({ all: [seen] }) => describeTableText(seen, table),
    })),
}

/** Adds the common parts of every view of a table: the next questions and the limitation of the data. */
function viewTurn(topic: Topic, shown: 'chart' | 'table' | 'dashboard', turn: (topic: Topic) => Omit<PlannedTurn, 'suggestions'>): PlannedTurn {
  return { ...turn(topic), suggestions: nextQuestions(topic, shown), caveat: topic.caveat }
}

/** Creates the planned turn of a composed query. */
export function planQuery(composed: Query, question: string): PlannedTurn {
  const { rows, facts } = composeSql(composed)
  const drawing = drawingOf(composed, rowsOf(1), { rowCount: assumedRows, preview: [] })
  return {
    reasoning: `I understand every word of this. It asks for ${scope(composed)} in the table ${composed.dataset.table}.`,
    calls: [query(rows), ...(facts === undefined ? [] : [query(facts)]), ...(drawing ? [render(drawing.component, drawing.title, drawing.props)] : [])],
    answer: (results) => askAnswer(composed, readingOf(composed, results)),
    suggestions: askSuggestions(composed, question),
    caveat: composed.dataset.caveat,
  }
}

/** Assumed number of rows. A plan is created before the rows are read, so its chart is one for several rows. */
const assumedRows = 10

const card = (label: string, value: string): JsonObject => ({ component: 'metric', props: { label, value } })

function gridOf({ chart, rows }: Topic): JsonObject {
  return {
    columns: 2,
    items: [
      card('Points in the chart', '$1.output.row_count'),
      card('Rows in the table', '$2.output.row_count'),
      { component: 'echarts', title: chart.title, colSpan: 2, props: { option: chart.option(rowsOf(2)), height: '320px' } },
      { component: 'datagrid', title: rows.title, colSpan: 2, props: { columns: rows.columns, rows: rowsOf(3), pageSize: 8, compact: true } },
    ],
  }
}

/** Creates the planned turn that saves a view. The tool asks for confirmation while the plan waits. */
export function planSave(topic: Topic, view: Exclude<ViewKind, 'describe'>): PlannedTurn {
  const { table, dashboard } = topic
  return {
    suggestions: nextQuestions(topic, view),
    reasoning: 'Saving changes something, so the tool asks before it does; the plan waits for the answer.',
    calls: [{ tool_name: 'save_view', arguments: { name: dashboard.title, table, view } }],
    answer: ({ all: [result] }) => (isRecord(result) && result.saved === true ? `**${dashboard.title}** is saved.` : `**${dashboard.title}** was not saved.`),
  }
}
