import type { Conversation } from '../story/story.ts'

/** End of an exchange: sent completely, interrupted by a fault, aborted by the client, or ended by closing the server. */
export type Outcome = 'open' | 'complete' | 'broken' | 'client_gone' | 'server_closed'

/** One chat completion request as the server received it. The entry is updated until `ended` settles. */
export interface LoggedRequest {
  /** Number of the request, from 1 since the start of the server. */
  readonly number: number
  /** Header names in lower case; credentials are replaced. */
  readonly headers: Readonly<Record<string, string>>
  /** The parsed body. Undefined if it was refused. */
  readonly body?: unknown
  readonly conversation?: Conversation
  readonly story?: string
  /** Name of the applied fault. */
  readonly fault?: string
  readonly status?: number
  /** Number of characters of the body written so far. */
  readonly sent: number
  readonly clientGone: boolean
  readonly outcome: Outcome
  /** The error that a story threw. */
  readonly error?: unknown
  /** Resolves when the exchange has ended. Never rejects. */
  readonly ended: Promise<Outcome>
}
