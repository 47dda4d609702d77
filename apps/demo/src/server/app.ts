import { createPfHandlers } from '@pf/agui-adapter'
import { createMemoryStore } from '@pf/core/memory'
import { createAgent, createDrafts } from '@pf/planner'
import { Hono } from 'hono'
import type { QueryClient } from '../data/query-client.ts'
import { describeTable } from '../tools/describe-table.ts'
import { listTables } from '../tools/list-tables.ts'
import { runQuery } from '../tools/run-query.ts'
import { saveView } from '../tools/save-view.ts'
import { createSavedViews } from '../tools/saved-views.ts'
import { createHostRule } from './host-rule.ts'
import { createInspector } from './inspector.ts'
import type { DemoModel } from './model.ts'
import { ownerOf, withOwnerCookie } from './owner.ts'
import { servePage } from './page.ts'
import { draftPrompt, systemPrompt } from './system-prompt.ts'

export interface AppParts {
  model: DemoModel
  database: QueryClient
  /** Folder of the built page. */
  page: string
  /** Address it listens on. */
  host: string
}

/** Everything the demo serves: pf's routes, the inspector and the page. */
export function createApp({ model, database, page, host }: AppParts) {
  const hosts = createHostRule(host)
  const stores = createMemoryStore()
  const inspector = createInspector()
  const agent = createAgent({
    model: model.model,
    tools: [listTables, describeTable(database), runQuery(database), saveView(createSavedViews())],
    ports: stores,
    system: systemPrompt,
    reasoning: 'stream',
    richOutput: { enabled: true, allowlist: ['markdown', 'metric', 'datagrid', 'echarts', 'grid', 'form', 'confirm', 'select_option'] },
    limits: { maxSteps: 12, deadlineMs: 180_000, modelIdleMs: 60_000 },
    hooks: inspector.hooks,
  })
  const drafts = createDrafts({
    model: model.model,
    ports: stores,
    system: draftPrompt,
    reasoning: 'hide',
    limits: { deadlineMs: 180_000, modelIdleMs: 60_000 },
  })
  const handlers = createPfHandlers({
    agent,
    drafts,
    artifacts: stores.artifacts,
    pending: stores.pending,
    authenticate: ownerOf,
    onError: (error) => console.error(error),
  })
  const app = new Hono()
  app.use((context, next) => (hosts.allows(context.req.raw) ? next() : Promise.resolve(context.json({ error: hosts.message, code: 'forbidden_origin' }, 403))))
  // Every method goes to the handlers: preflight and "not allowed" are theirs to answer.
  for (const path of new Set(handlers.routes.map((route) => route.path.replaceAll(/\{(\w+)\}/g, ':$1'))))
    app.all(path, (context) => handlers.fetch(context.req.raw))
  app.get('/demo/model', (context) => context.json(model.label))
  app.get('/demo/runs/:run_id/inspection', (context) => {
    const inspection = inspector.read(ownerOf(context.req.raw), context.req.param('run_id'))
    return inspection ? context.json(inspection) : context.json({ error: 'There is no such run.', code: 'not_found' }, 404)
  })
  app.get('/health', (context) => context.json({ ok: true }))
  app.get('*', async (context) => {
    const found = await servePage(page, new URL(context.req.url).pathname)
    return found ? withOwnerCookie(context.req.raw, found) : context.text('Not found', 404)
  })
  return {
    fetch: app.fetch,
    async close() {
      await handlers.close()
      await Promise.all([agent.close(), drafts.close()])
    },
  }
}
