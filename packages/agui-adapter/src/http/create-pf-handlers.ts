import { PfError } from '@pf/core'
import { checkOptions } from './check-options.ts'
import type { PfContext, Route } from './context.ts'
import { createCors } from './cors.ts'
import { defaultLimits } from './limits.ts'
import type { PfHandlerOptions } from './pf-handler-options.ts'
import { createPresence } from './presence.ts'
import { createResponder } from './responder.ts'
import { routeTable } from './route-table.ts'
import { createSigner } from './signing.ts'
import { stopRun } from './start-run.ts'

/** Fetch handlers to mount in any framework. `routes` names parameters in braces; mount each path for all methods, so that OPTIONS and 405 work. */
export interface PfHandlers {
  fetch(request: Request): Promise<Response>
  routes: readonly Route[]
  /** Breaks off every open stream, so that clients of ours reconnect elsewhere, and answers 503 from then on. Runs are not stopped. */
  close(): Promise<void>
}

/** Makes the HTTP surface over an agent. Throws PfError `invalid_config` for options that cannot be meant. */
export function createPfHandlers(options: PfHandlerOptions): PfHandlers {
  checkOptions(options)
  const basePath = readBase(options.basePath ?? '')
  const context = createContext(options, basePath)
  const routes = routeTable(basePath, context)
  const responder = createResponder({ context, routes, cors: createCors(options.cors), authenticate: options.authenticate })
  return {
    fetch: responder.respond,
    routes: routes.map(({ method, path }) => ({ method, path })),
    async close() {
      context.closed = true
      for (const stop of context.live) stop()
      context.presence.close()
    },
  }
}

function createContext(options: PfHandlerOptions, basePath: string): PfContext {
  const limits = { ...defaultLimits, ...Object.fromEntries(Object.entries(options.limits ?? {}).filter(([, value]) => value !== undefined)) }
  const context: PfContext = {
    agent: options.agent,
    artifacts: options.artifacts,
    pending: options.pending,
    drafts: options.drafts,
    tasks: options.tasks,
    signer: options.signing && createSigner(options.signing),
    basePath,
    limits,
    stopsOrphans: options.onDisconnect !== 'continue',
    presence: createPresence({ orphanMs: limits.orphanMs, onOrphan: (scope, run_id) => stopRun(context, run_id, scope) }),
    closed: false,
    live: new Set(),
    pingMs: options.pingMs ?? 15_000,
    retryMs: options.retryMs ?? 2_000,
    artifactUrl: (artifact_id) => `${basePath}/artifacts/${encodeURIComponent(artifact_id.toWellFormed())}`,
    onError: options.onError ?? (() => {}),
    onWarning: options.onWarning ?? (() => {}),
  }
  return context
}

function readBase(basePath: string): string {
  const trimmed = basePath.replace(/\/+$/, '')
  if (trimmed !== '' && !/^(\/[A-Za-z0-9._~-]+)+$/.test(trimmed))
    throw new PfError('invalid_config', 'basePath is a path such as /api, of unreserved characters.')
  return trimmed
}
