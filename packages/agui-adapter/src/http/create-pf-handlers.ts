import { type AgentPort, type ArtifactStore, type DraftPort, type Owner, type Pending, PfError, type TaskPort } from '@pf/core'
import type { InputWarning } from '../input/issues.ts'
import { checkOptions } from './check-options.ts'
import type { PfContext, Route } from './context.ts'
import { type CorsOptions, createCors } from './cors.ts'
import { defaultLimits, type HttpLimits } from './limits.ts'
import { createPresence } from './presence.ts'
import { createResponder } from './responder.ts'
import { routeTable } from './route-table.ts'
import { createSigner, type SigningOptions } from './signing.ts'
import { stopRun } from './start-run.ts'

/** What pf's routes are made of. */
export interface PfHandlerOptions {
  agent: AgentPort
  /** With it there are artifact routes. */
  artifacts?: ArtifactStore
  /** The agent's questions. With it and `artifacts` there are uploads, and an answer is only taken under the thread it names. */
  pending?: Pick<Pending, 'get'>
  /** With it there are draft routes. */
  drafts?: DraftPort
  /** With it there are task routes. */
  tasks?: TaskPort
  /** With it an artifact's meta has a short-lived address that works without a credential. */
  signing?: SigningOptions
  /** Whose request it is; undefined answers 401, an owner without an id 500. Asked before anything else is read. */
  authenticate(request: Request): Promise<Owner | undefined> | Owner | undefined
  cors?: CorsOptions
  limits?: Partial<HttpLimits>
  /** Prefix of every route, such as `/api`. */
  basePath?: string
  /** What becomes of a run whose stock client dropped the connection: `cancel` (default), or `continue`. Runs of our own client always go on. */
  onDisconnect?: 'cancel' | 'continue'
  /** Silence in milliseconds after which a stream sends a comment. Default 15,000. */
  pingMs?: number
  /** Delay in milliseconds after which readers are told to reconnect. Default 2,000. */
  retryMs?: number
  /** Told of faults that the caller only sees as `internal`; nothing else tells of them. */
  onError?: (error: unknown) => void
  /** Told what was left out of a request or put right, each time. */
  onWarning?: (warning: InputWarning) => void
}

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
