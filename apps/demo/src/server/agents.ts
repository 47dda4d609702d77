import { createRecordedAgent, type RunRecorder } from '@pf/bundle'
import type { StorePorts } from '@pf/core'
import { type AgentOptions, createAgent, createDrafts } from '@pf/planner'
import { builtInComponents, createPolicy } from '@pf/registry'
import type { QueryClient } from '../data/query-client.ts'
import { tables } from '../data/tables.ts'
import { mapHosts } from '../shared/settings.ts'
import { findMedia } from '../tools/find-media.ts'
import { queryFile } from '../tools/query-file.ts'
import { runQuery } from '../tools/run-query.ts'
import { createSavedViews, saveView } from '../tools/save-view.ts'
import { describeTable, listTables } from '../tools/table-tools.ts'

export interface AgentsOptions {
  model: AgentOptions['model']
  database: QueryClient
  /** Folder of the built page, which contains the media files. */
  page: string
  stores: StorePorts
  hooks: NonNullable<AgentOptions['hooks']>
  /** Receives what a report of a run contains beside its log. Without it, runs are not recorded. */
  recorder?: RunRecorder
}

/** Name of the agent that plans first, which is stored with its runs. */
export const planAgent = 'plan'

/** Tools of background tasks. They only read, so a task starts without a question. */
const readingTools = ['list_tables', 'describe_table', 'run_query']

/** The scripted model names no time zone, so times are those of the machine on which the demo runs. */
const ownTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

const limits = { deadlineMs: 180_000, modelIdleMs: 60_000 }

/** Returns the options of the two chat agents. */
export function chatOptions({ model, database, page, stores, hooks }: AgentsOptions): { react: AgentOptions; plan: AgentOptions } {
  const chat = {
    model,
    tools: [listTables, describeTable(database), runQuery(database), queryFile(database), findMedia(page), saveView(createSavedViews())],
    ports: stores,
    reasoning: 'stream',
    provenance: 'mark',
    richOutput: { enabled: true, policy: createPolicy({ allowlist: builtInComponents, urlHosts: mapHosts, renderers: builtInComponents }) },
    limits: { ...limits, maxSteps: 12 },
    hooks,
  } satisfies AgentOptions
  return {
    react: {
      ...chat,
      name: 'chat',
      system: systemPrompt,
      tasks: { confirm: false, tools: readingTools, limits: { maxSteps: 8 }, timeZone: ownTimeZone },
    },
    plan: { ...chat, name: planAgent, system: planPrompt, strategy: 'plan-execute' },
  }
}

/** Creates the three agents of the demo. They share their stores, so a conversation can change between the two chat agents. */
export function createAgents(options: AgentsOptions) {
  const { model, stores, recorder } = options
  const { react, plan } = chatOptions(options)
  const create = (given: AgentOptions) => (recorder ? createRecordedAgent(given, { recorder }) : createAgent(given))
  return {
    react: create(react),
    plan: create(plan),
    drafts: createDrafts({ model, ports: stores, system: draftPrompt, reasoning: 'hide', limits }),
  }
}

const data = `You are an analytics copilot over a small bundled database. Answer in the user's language, with numbers you have read from a tool, never from memory.
Tables (DuckDB SQL): ${tables.map((table) => `${table.name}(${table.columns.map((column) => column.name).join(', ')}): ${table.description}`).join(' ')}`

const showing = `Use a chart for a trend or comparison, a datagrid for rows one reads, metric cards in a grid for a dashboard. Data in components is always a reference to a tool's rows, never written out. Ask with a form when a question leaves open what is wanted. Saving changes something: the tool asks the user itself. A CSV file of the user is a table as well: read it with query_file.`

/** System prompt of the step-by-step agent. It is constant so that providers can cache it. */
const systemPrompt = `${data}
Work in small steps: look at a table when you are unsure of a column, run one SELECT, then show what helps. ${showing} After showing a component, finish with a short answer that says what it shows.`

/** System prompt of the agent that plans first. */
const planPrompt = `${data}
Plan the SELECTs and the components over their rows at once. ${showing}`

/** System prompt of the draft agent. */
const draftPrompt = 'You draft short texts such as notes and letters for a team of analysts, in the language of the request and in markdown.'
