import type { AgentPort, ArtifactStore, DraftPort, InteractionStore, Scope, TaskPort, ThreadStore } from '@pf/core'
import type { HttpLimits } from '../http/http-limits.ts'
import type { Signer } from '../http/signing.ts'
import type { InputWarning } from '../input/issues.ts'
import type { Presence } from './presence.ts'

/** The services and settings of the routes. Each call of createPfHandlers creates one. */
export interface PfContext {
  agent: AgentPort
  artifacts: ArtifactStore | undefined
  pending: Pick<InteractionStore, 'get'> | undefined
  drafts: DraftPort | undefined
  tasks: TaskPort | undefined
  threads: Pick<ThreadStore, 'list' | 'rename' | 'delete'> | undefined
  /** Rejects while the store cannot be written. */
  check: (() => Promise<unknown>) | undefined
  signer: Signer | undefined
  limits: HttpLimits
  presence: Presence
  /** True if a run of a third-party client is cancelled after its last reader has left. */
  cancelsOrphans: boolean
  /** True after `close()`: no new request is accepted. */
  closed: boolean
  /** Functions that abort the open streams and the waits for the first event of a stream. */
  openStreams: Set<() => void>
  /** Prefix of every route, without a trailing slash. */
  basePath: string
  pingMs: number
  retryMs: number
  artifactUrl: (artifactId: string) => string
  /** Reports an error to the host and its logger. */
  onError: (error: unknown, place?: RunPlace) => void
  onWarning: (warning: InputWarning, place?: RunPlace) => void
}

/** The run and the thread to which an error or a warning belongs. */
export interface RunPlace {
  runId?: string
  threadId?: string
}

/** An authenticated request. */
export interface Call {
  request: Request
  url: URL
  scope: Scope
  /** Decoded path parameters by name. */
  params: ReadonlyMap<string, string>
}

/** The handler of a route that needs no owner and also responds while the server is closing. */
export type ProbeHandler = (context: PfContext) => Promise<Response>

export type RouteHandler = (context: PfContext, call: Call) => Promise<Response>

/** A route to mount. The parameters of `path` are in braces. */
export interface Route {
  method: 'GET' | 'POST'
  path: string
}
