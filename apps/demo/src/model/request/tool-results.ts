import type { Source } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { Conversation, ToolResult } from '@pf/testing'
import type { RowsReference } from '../format/chart-option.ts'
import type { Row } from '../topics/topic.ts'

/** The result of a query in the form in which the model receives it. */
export interface QueryObservation {
  reference: RowsReference
  rowCount: number
  preview: readonly Row[]
  sources: readonly Source[]
}

/** The tool results of a turn that the stories use. */
export interface ToolResults {
  queries: readonly QueryObservation[]
  /** The content of every result, in order. */
  all: readonly unknown[]
  /** The first failure of a tool other than render_component. */
  failure?: { tool: string; message: string }
  /** The reason why a component was rejected. */
  rejected?: string
}

/** Reads the tool results since the last question. Values with an unexpected structure are ignored. */
export function readResults({ toolResults }: Pick<Conversation, 'toolResults'>): ToolResults {
  const failure = toolResults.flatMap(readFailure)[0]
  const rejected = toolResults.flatMap(readRejection)[0]
  const queries = toolResults.filter(
    ({ name, content }) => (name === 'run_query' || name === 'query_file') && isRecord(content) && errorOf(content) === undefined,
  )
  return {
    queries: queries.map(readQuery),
    all: toolResults.map(({ content }) => content),
    ...(failure ? { failure } : {}),
    ...(rejected ? { rejected } : {}),
  }
}

function readQuery({ content }: ToolResult, index: number): QueryObservation {
  const { rows, row_count, preview, sources } = isRecord(content) ? content : {}
  const list = Array.isArray(preview) ? preview.filter(isRecord) : []
  return {
    reference: { $artifact: refOf(rows) ?? (index === 0 ? 'run_query.rows' : `run_query#${index + 1}.rows`) },
    rowCount: typeof row_count === 'number' ? row_count : list.length,
    preview: list,
    sources: Array.isArray(sources) ? sources.flatMap(readSource) : [],
  }
}

/** Returns the reference in the placeholder that replaces the rows in the observation. */
const refOf = (rows: unknown) => (typeof rows === 'string' ? /\sref=([^\s>]+)>/.exec(rows)?.[1] : undefined)

function readSource(value: unknown): Source[] {
  if (!isRecord(value) || typeof value.title !== 'string') return []
  return [{ title: value.title, ...(typeof value.url === 'string' ? { url: value.url } : {}) }]
}

function errorOf(content: unknown): string | undefined {
  if (!isRecord(content) || content.error === undefined) return undefined
  const { error } = content
  return String(isRecord(error) ? (error.message ?? error.code) : error)
}

function readFailure({ name = 'a tool', content }: ToolResult): { tool: string; message: string }[] {
  if (name === 'render_component') return []
  const message = errorOf(content) ?? (isRecord(content) ? undefined : 'Its result could not be read.')
  return message === undefined ? [] : [{ tool: name, message: message.slice(0, 300) }]
}

function readRejection({ name, content }: ToolResult): string[] {
  if (name !== 'render_component' || !isRecord(content)) return []
  if (content.ok === true) return []
  const first = Array.isArray(content.issues) ? content.issues.find(isRecord) : undefined
  return [String(first?.code ?? errorOf(content) ?? 'it was refused').slice(0, 100)]
}
