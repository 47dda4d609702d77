import { randomUUID } from 'node:crypto'
import { createPfHandlers, type PfHandlers } from '@pf/agui-adapter'
import { createMemoryRecorder } from '@pf/bundle'
import type { Scope, StorePorts } from '@pf/core'
import { sandboxDocument } from '@pf/react-renderers'
import { Hono } from 'hono'
import type { QueryClient } from '../data/query-client.ts'
import { planBasePath, type Strategy, sandboxPath } from '../shared/settings.ts'
import { createHostRule, ownerOf, withOwnerCookie } from './access.ts'
import { chatOptions, createAgents, planAgent } from './agents.ts'
import type { DemoModel } from './demo-model.ts'
import { createInspector } from './inspector.ts'
import { createReports } from './reports.ts'
import { servePage } from './serve-page.ts'

export interface AppOptions {
  model: DemoModel
  database: QueryClient
  /** Folder of the built page. */
  page: string
  stores: StorePorts
  /** Address on which the server listens. */
  host: string
}

/** Creates the HTTP application: pf's routes, the run inspector and the page. */
export function createApp({ model, database, page, stores, host }: AppOptions) {
  const hosts = createHostRule(host)
  const started = randomUUID()
  const inspector = createInspector()
  const recorder = createMemoryRecorder()
  const options = { model: model.model, database, page, stores, hooks: inspector.hooks, recorder }
  const { react, plan, drafts } = createAgents(options)
  const reports = createReports({ stores, recorder, agents: Object.values(chatOptions(options)) })
  const shared = { artifacts: stores.artifacts, pending: stores.pending, authenticate: ownerOf, onError: (error: unknown) => console.error(error) }
  const handlers = [
    createPfHandlers({ ...shared, agent: react, drafts, threads: stores.threads, ...(react.tasks ? { tasks: react.tasks } : {}) }),
    createPfHandlers({ ...shared, agent: plan, basePath: planBasePath }),
  ]
  const app = new Hono()
  app.use((context, next) => (hosts.allows(context.req.raw) ? next() : Promise.resolve(context.json({ error: hosts.message, code: 'forbidden_origin' }, 403))))
  for (const each of handlers) mount(app, each)
  app.get('/demo/model', (context) => context.json(model.label))
  app.get('/demo/runs/:run_id/inspection', (context) => {
    const inspection = inspector.read(ownerOf(context.req.raw), context.req.param('run_id'))
    return inspection ? context.json(inspection) : context.json({ error: 'There is no such run.', code: 'not_found' }, 404)
  })
  app.get('/demo/runs/:run_id/report', async (context) => {
    const report = await reports.read({ owner: ownerOf(context.req.raw) }, context.req.param('run_id'))
    return report.ok ? context.json(report.bundle) : context.json({ error: report.message, code: report.code }, report.code === 'conflict' ? 409 : 404)
  })
  app.get(sandboxPath, (context) =>
    context.body(sandboxDocument.body, 200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': sandboxDocument.csp }),
  )
  app.get('/demo/threads/:thread_id/strategy', async (context) => {
    const strategy = await strategyOf(stores, { owner: ownerOf(context.req.raw) }, context.req.param('thread_id'))
    return context.json({ strategy })
  })
  // A page that reads another value of `started` than before knows that the server was restarted.
  app.get('/health', (context) => context.json({ ok: true, started }, 200, { 'cache-control': 'no-store' }))
  app.get('*', async (context) => {
    const found = await servePage(page, new URL(context.req.url).pathname)
    return found ? withOwnerCookie(context.req.raw, found) : context.text('Not found', 404)
  })
  return {
    fetch: app.fetch,
    async close() {
      await Promise.all(handlers.map((each) => each.close()))
      await Promise.all([react, plan, drafts].map((each) => each.close()))
    },
  }
}

/** Returns the strategy with which the last question of a conversation was answered. */
async function strategyOf({ threads, storage }: StorePorts, scope: Scope, thread_id: string): Promise<Strategy> {
  const { last_run_id } = await threads.summary(scope, thread_id)
  const run = last_run_id === undefined ? undefined : await storage.load(scope, last_run_id)
  return run?.agent === planAgent ? 'plan' : 'react'
}

/** Mounts every route of pf's handlers for all methods, because the handlers answer preflight requests and unsupported methods themselves. */
function mount(app: Hono, handlers: PfHandlers): void {
  for (const path of new Set(handlers.routes.map((route) => route.path.replaceAll(/\{(\w+)\}/g, ':$1'))))
    app.all(path, (context) => handlers.fetch(context.req.raw))
}
