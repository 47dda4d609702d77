import type { AgentPort, ArtifactStore, DraftPort, InteractionStore, Logger, Owner, TaskPort, ThreadStore } from '@pf/core'
import type { CorsOptions } from '../http/cors.ts'
import type { HttpLimits } from '../http/http-limits.ts'
import type { RateLimitOptions } from '../http/rate-limiter.ts'
import type { SigningOptions } from '../http/signing.ts'
import type { InputWarning } from '../input/issues.ts'

/** Options of createPfHandlers. */
export interface PfHandlerOptions {
  agent: AgentPort
  /** Enables the artifact routes. */
  artifacts?: ArtifactStore
  /** The interactions of the agent. Together with `artifacts`, this enables uploads. If set, an answer is accepted only for the thread that it names. */
  pending?: Pick<InteractionStore, 'get'>
  /** Enables the draft routes. */
  drafts?: DraftPort
  /** Enables the task routes. */
  tasks?: TaskPort
  /** The conversations of the agent. Enables the routes of the thread list. */
  threads?: Pick<ThreadStore, 'list' | 'rename' | 'delete'>
  /**
   * Called by `GET /readyz`; rejects while the store cannot be written, such as the `check` of a durable store. Without it, a server is
   * ready until it is closed.
   */
  check?: () => Promise<unknown>
  /** Adds a short-lived URL that needs no credential to the metadata of artifacts. */
  signing?: SigningOptions
  /** Returns the owner of a request. Undefined gives 401, and an owner without an id gives 500. It is called before any other part of the request is read. */
  authenticate(request: Request): Promise<Owner | undefined> | Owner | undefined
  cors?: CorsOptions
  limits?: Partial<HttpLimits>
  /**
   * Limits the number of requests of each owner; a request above a limit gets 429. Without this option, requests are not limited, and `{}`
   * sets the default limits.
   */
  rateLimits?: RateLimitOptions
  /** Prefix of every route, such as `/api`. */
  basePath?: string
  /**
   * Specifies what happens to a run whose third-party client closes the connection: `cancel` (default) or `continue`. Runs of pf's own
   * client always continue.
   */
  onDisconnect?: 'cancel' | 'continue'
  /** Milliseconds without an event after which a stream sends a comment. Default 15,000. */
  pingMs?: number
  /** Reconnection delay in milliseconds that is sent to readers. Default 2,000. */
  retryMs?: number
  /** Called with errors that the client receives only as `internal`. They are not reported anywhere else. */
  onError?: (error: unknown) => void
  /**
   * Called for each part of a request that was dropped or corrected. What the agent does not support at all is reported once: a shared state
   * (`state_ignored`), and forwardedProps other than `pf` (`forwarded_props_ignored`).
   */
  onWarning?: (warning: InputWarning) => void
  /**
   * Receives a line for each call of `onError` (level error) and `onWarning` (level warn), with code, cause, run_id and thread_id where they are known.
   * An error that the agent has written to a logger of its own is not repeated. Without it nothing is logged.
   */
  logger?: Logger
}
