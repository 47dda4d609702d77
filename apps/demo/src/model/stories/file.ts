import type { Conversation, Reply, Story } from '@pf/testing'
import { barOption } from '../format/chart-option.ts'
import { escapeName, formatNumber } from '../format/format-values.ts'
import { callTool, finalResponse, renderComponent, type Suggestion } from '../reply/replies.ts'
import { canRender, runSteps, type Step } from '../reply/run-steps.ts'
import { withTextFallback } from '../reply/text-answers.ts'
import { isCovered } from '../request/coverage.ts'
import { readFiles, type SentFile } from '../request/sent-files.ts'
import { readPicture } from './picture.ts'

/** The computations that are understood, by the words that ask for them. */
const computations = [
  { words: ['average', 'mean'], sql: 'avg', name: 'Average' },
  { words: ['sum', 'total'], sql: 'sum', name: 'Sum' },
  { words: ['highest', 'maximum', 'max'], sql: 'max', name: 'Highest' },
  { words: ['lowest', 'minimum', 'min'], sql: 'min', name: 'Lowest' },
] as const

const showWords = ['file', 'table', 'csv', 'data', 'show', 'summarize', 'summarise', 'columns', 'rows', 'content', 'open', 'read', 'contain', 'contains']
const pictureWords = [...showWords, 'picture', 'image', 'chart', 'photo', 'see', 'say', 'describe', 'value', 'values', 'graph']

/** A computation over a column of a file, by another column or over all rows. */
interface Computation {
  sql: string
  name: string
  column: string
  by?: string
}

/** Reads "average COLUMN by COLUMN". A question that names no column of the file, or has other words, is not read. */
function readComputation(question: string, columns: readonly string[]): Computation | undefined {
  const [, word = '', rest = ''] = /^\s*(?:(?:what|which)\s+(?:is|are)\s+)?(?:the\s+)?(\w+)\s+(?:of\s+)?(?:the\s+)?(.+?)[\s?.!]*$/i.exec(question) ?? []
  const found = computations.find(({ words }) => words.some((each) => each === word.toLowerCase()))
  if (!found) return undefined
  const named = (text: string) => columns.find((column) => column.toLowerCase() === text.trim().toLowerCase())
  const whole = named(rest)
  if (whole !== undefined) return { sql: found.sql, name: found.name, column: whole }
  const [, column = '', by = ''] = /^(.+?)\s+(?:by|per|for each)\s+(.+)$/i.exec(rest) ?? []
  const [first, second] = [named(column), named(by)]
  return first !== undefined && second !== undefined ? { sql: found.sql, name: found.name, column: first, by: second } : undefined
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Shows a CSV file of the user as a table, computes over its columns, and reads the picture of a chart. Says which other files it cannot read. */
export const fileStory: Story = {
  name: 'file',
  match(conversation) {
    const { question, files, table } = readFiles(conversation)
    return files.length > 0 || (table !== undefined && readComputation(question, table.columns ?? []) !== undefined)
  },
  reply(conversation) {
    const { question, files, table } = readFiles(conversation)
    const computation = table && readComputation(question, table.columns ?? [])
    if (table && computation) return runSteps(computationSteps(table, computation, canRender(conversation)), conversation)
    const sent = files.findLast(({ columns, id }) => columns !== undefined && id !== undefined)
    if (sent && isCovered(question, [...showWords, ...sent.name.toLowerCase().split(/\W+/)])) return showFile(sent, conversation)
    const picture = files.find(({ kind }) => kind === 'image')
    if (picture && isCovered(question, pictureWords)) return readPicture(picture, conversation)
    return notRead(files, sent)
  },
}

function showFile(file: SentFile, conversation: Conversation): Reply {
  const rendering = canRender(conversation)
  const columns = file.columns ?? []
  const steps: Step[] = [
    () => callTool('The file is a table. I read all of its rows with a query.', 'query_file', { file: file.id ?? '', sql: 'SELECT * FROM file' }),
    ...(rendering
      ? [
          ({ queries: [rows] }: Parameters<Step>[0]) =>
            renderComponent('The rows of the file stay where they are; the table gets a reference.', {
              component: 'datagrid',
              title: file.name,
              props: {
                columns: columns.map((field) => ({ field, header: field })),
                rows: rows?.reference ?? { $artifact: 'query_file.rows' },
                pageSize: 10,
                exportable: true,
              },
            }),
        ]
      : []),
    (results) => {
      const [rows] = results.queries
      const answer = `**${escapeName(file.name)}** has ${formatNumber(rows?.rowCount ?? 0)} rows and ${columns.length} columns: ${columns.map(escapeName).join(', ')}.`
      return finalResponse({ answer: withTextFallback(answer, { results, rows, rendering }), suggestions: suggestionsFor(columns, rows?.preview[0] ?? {}) })
    },
  ]
  return runSteps(steps, conversation)
}

/** Suggests a computation over the first column of numbers, by the first column of texts. */
function suggestionsFor(columns: readonly string[], row: Readonly<Record<string, unknown>>): Suggestion[] {
  const number = columns.find((column) => typeof row[column] === 'number')
  const text = columns.find((column) => typeof row[column] === 'string')
  if (number === undefined) return [{ label: 'What other data is here?', message: 'What data is here?' }]
  return [
    ...(text === undefined ? [] : [{ label: `Average ${number} by ${text}`, message: `Average ${number} by ${text}` }]),
    { label: `Highest ${number}`, message: `Highest ${number}` },
  ]
}

function computationSteps({ id = '', name: fileName }: SentFile, { sql, name, column, by }: Computation, rendering: boolean): Step[] {
  const title = `${name} ${column}${by === undefined ? '' : ` by ${by}`}`
  const value = `${sql}(${quoted(column)}) AS "value"`
  const query = by === undefined ? `SELECT ${value} FROM file` : `SELECT ${quoted(by)} AS "group", ${value} FROM file GROUP BY 1 ORDER BY 2 DESC`
  const shows = rendering && by !== undefined
  return [
    () => callTool('One query over the file computes this.', 'query_file', { file: id, sql: query }),
    ...(shows
      ? [
          ({ queries: [rows] }: Parameters<Step>[0]) =>
            renderComponent('A bar for each group; the rows stay where they are.', {
              component: 'echarts',
              title,
              props: {
                option: barOption({
                  rows: rows?.reference ?? { $artifact: 'query_file.rows' },
                  description: `${title}, in the file ${fileName}.`,
                  x: { field: 'group', name: by ?? '', type: 'category' },
                  yName: `${name} ${column}`,
                  series: [{ field: 'value', name: `${name} ${column}` }],
                }),
                height: '320px',
              },
            }),
        ]
      : []),
    (results) => {
      const [rows] = results.queries
      const first = rows?.preview[0]
      const answer =
        by === undefined
          ? `**${escapeName(title)}** in ${escapeName(fileName)}: ${formatNumber(first?.value)}.`
          : `**${escapeName(title)}** in ${escapeName(fileName)}: ${escapeName(first?.group)} is first with ${formatNumber(first?.value)}, of ${formatNumber(rows?.rowCount ?? 0)} groups.`
      return finalResponse({
        answer: by === undefined ? answer : withTextFallback(answer, { results, rows, rendering }),
        suggestions: [{ label: 'Show the bundled data', message: 'What data is here?' }],
      })
    },
  ]
}

function notRead(files: readonly SentFile[], table: SentFile | undefined): Reply {
  const names = files.map(({ name, media_type }) => `**${escapeName(name)}** (${escapeName(media_type)})`).join(', ')
  const hint = table
    ? `I can show the file as a table, or compute over a column, for example “Average ${table.columns?.at(-1) ?? 'column'} by ${table.columns?.[0] ?? 'column'}”.`
    : 'I can show CSV files as tables and compute over their columns. The scripted model reads no other files.'
  return finalResponse({
    answer: `I received ${names}, but I do not understand the question about it. ${hint}`,
    suggestions: table ? [] : [{ label: 'What data is here?', message: 'What data is here?' }],
    followup: true,
  })
}
