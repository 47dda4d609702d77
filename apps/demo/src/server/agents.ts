import type { StorePorts } from '@pf/core'
import { type AgentOptions, createAgent, createDrafts } from '@pf/planner'
import { builtInComponents } from '@pf/react-renderers/store'
import { createPolicy } from '@pf/registry'
import type { QueryClient } from '../data/query-client.ts'
import { mapHosts } from '../shared/map-hosts.ts'
import { describeTable } from '../tools/describe-table.ts'
import { findMedia } from '../tools/find-media.ts'
import { listTables } from '../tools/list-tables.ts'
import { runQuery } from '../tools/run-query.ts'
import { saveView } from '../tools/save-view.ts'
import { createSavedViews } from '../tools/saved-views.ts'
import { draftPrompt, planPrompt, systemPrompt } from './system-prompt.ts'

export interface AgentParts {
  model: AgentOptions['model']
  database: QueryClient
  /** Folder of the built page, where pictures and films lie. */
  page: string
  stores: StorePorts
  hooks: NonNullable<AgentOptions['hooks']>
}

const limits = { deadlineMs: 180_000, modelIdleMs: 60_000 }

/** The three ways in which the demo runs, over the same stores: a conversation may go on in the other way of the chat. */
export function createAgents({ model, database, page, stores, hooks }: AgentParts) {
  const chat = {
    model,
    tools: [listTables, describeTable(database), runQuery(database), findMedia(page), saveView(createSavedViews())],
    ports: stores,
    reasoning: 'stream',
    richOutput: { enabled: true, policy: createPolicy({ allowlist: builtInComponents, urlHosts: mapHosts, renderers: builtInComponents }) },
    limits: { ...limits, maxSteps: 12 },
    hooks,
  } satisfies AgentOptions
  return {
    react: createAgent({ ...chat, system: systemPrompt }),
    plan: createAgent({ ...chat, system: planPrompt, strategy: 'plan-execute' }),
    drafts: createDrafts({ model, ports: stores, system: draftPrompt, reasoning: 'hide', limits }),
  }
}
