import type { AgentPort, ArtifactStore, DraftPort, InteractionStore, Scope, TaskPort } from '@pf/core'
import type { InputWarning } from '../input/issues.ts'
import type { HttpLimits } from './limits.ts'
import type { Presence } from './presence.ts'
import type { Signer } from './signing.ts'

/** What every route works with; one for each createPfHandlers. */
export interface PfContext {
  agent: AgentPort
  artifacts: ArtifactStore | undefined
  pending: Pick<InteractionStore, 'get'> | undefined
  drafts: DraftPort | undefined
  tasks: TaskPort | undefined
  signer: Signer | undefined
  limits: HttpLimits
  presence: Presence
  /** Whether a run of a stock client ends when its last reader has left. */
  stopsOrphans: boolean
  /** Nothing new begins. */
  closed: boolean
  /** Breaks off each stream that is open, and ends each wait for what one begins with. */
  live: Set<() => void>
  /** Prefix of every route, without a slash at its end. */
  basePath: string
  pingMs: number
  retryMs: number
  artifactUrl: (artifact_id: string) => string
  onError: (error: unknown) => void
  onWarning: (warning: InputWarning) => void
}

/** A request whose owner is known. */
export interface Call {
  request: Request
  url: URL
  scope: Scope
  /** Decoded path segments by their name in the route. */
  params: ReadonlyMap<string, string>
}

export type RouteHandler = (context: PfContext, call: Call) => Promise<Response>

/** A route as hosts mount it; `path` names its parameters in braces. */
export interface Route {
  method: 'GET' | 'POST'
  path: string
}
