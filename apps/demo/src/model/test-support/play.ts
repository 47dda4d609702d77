import type { JsonObject } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { Conversation, Reply, Story, ToolResult } from '@pf/testing'
import type { QueryClient } from '../../data/query-client.ts'
import { tables } from '../../data/tables.ts'
import { conversation } from './conversation.ts'

/** An action of the model. */
export interface PlayedAction {
  next_node: string
  args: JsonObject
}

/** A complete turn. */
export interface Turn {
  story: string
  replies: Reply[]
  actions: PlayedAction[]
  results: ToolResult[]
  /** Arguments of the final response. */
  final: JsonObject
}

const maxSteps = 12

/** Plays a story over the real database with minimal versions of the demo's tools and without a planner. */
export async function play(
  stories: readonly Story[],
  question: string,
  { client, more = {} }: { client: QueryClient; more?: Partial<Conversation> },
): Promise<Turn> {
  const turn: Turn = { story: '', replies: [], actions: [], results: [], final: {} }
  for (let step = 1; step <= maxSteps; step++) {
    const current = conversation(question, { ...more, toolResults: turn.results })
    const { name, reply } = firstReply(stories, current)
    const action = JSON.parse(reply.content) as PlayedAction
    turn.story = name
    turn.replies.push(reply)
    turn.actions.push(action)
    if (action.next_node === 'final_response') return { ...turn, final: action.args }
    turn.results.push({ name: action.next_node, content: await run(action, client, turn.results) })
  }
  throw new Error(`${question} did not end within ${maxSteps} steps`)
}

/** Returns the name and the reply of the first story that matches. */
export function firstReply(stories: readonly Story[], current: Conversation): { name: string; reply: Reply } {
  const story = stories.find((candidate) => candidate.match(current))
  const reply = story?.reply(current)
  if (!story || !reply || Array.isArray(reply)) throw new Error('no story, or a list')
  return { name: story.name, reply: reply as Reply }
}

async function run({ next_node, args }: PlayedAction, client: QueryClient, before: readonly ToolResult[]): Promise<unknown> {
  if (next_node === 'run_query') return await runQuery(String(args.sql), client, before.filter(({ name }) => name === 'run_query').length + 1)
  if (next_node === 'render_component') return { ok: true, id: 'tc:1', component: args.component ?? null, summary: '' }
  if (next_node === 'list_tables')
    return { tables: tables.map(({ name, description, columns }) => ({ name, description, columns: columns.map((column) => column.name) })) }
  const { name, ...table } = tables.find((candidate) => candidate.name === args.table) ?? {}
  return { ...table, table: name, row_count: 1, sample: [] }
}

async function runQuery(sql: string, client: QueryClient, count: number): Promise<unknown> {
  const { rows, columns, truncated } = await client.query(sql, { maxRows: 5000, timeoutMs: 5000 })
  const sources = tables.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(sql)).map(({ source }) => source)
  const ref = `run_query${count > 1 ? `#${count}` : ''}.rows`
  return { row_count: rows.length, truncated, columns, preview: rows.slice(0, 5), rows: `<artifact:list size=${rows.length} items ref=${ref}>`, sources }
}

/** Returns all data references in a value, each with its JSON Pointer. */
export function references(value: unknown, path = ''): [string, string][] {
  if (Array.isArray(value)) return value.flatMap((item, index) => references(item, `${path}/${index}`))
  if (!isRecord(value)) return []
  if (typeof value.$artifact === 'string') return [[path, value.$artifact]]
  return Object.entries(value).flatMap(([key, item]) => references(item, `${path}/${key}`))
}
