import type { AgentPort, ArtifactStore, DraftPort, InteractionStore, Owner, TaskPort } from '@pf/core'
import type { InputWarning } from '../input/issues.ts'
import type { CorsOptions } from './cors.ts'
import type { HttpLimits } from './limits.ts'
import type { SigningOptions } from './signing.ts'

/** What pf's routes are made of. */
export interface PfHandlerOptions {
  agent: AgentPort
  /** With it there are artifact routes. */
  artifacts?: ArtifactStore
  /** The agent's questions. With it and `artifacts` there are uploads, and an answer is only taken under the thread it names. */
  pending?: Pick<InteractionStore, 'get'>
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
