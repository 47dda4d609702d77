import type { Conversation } from '../story/story.ts'

/** How an exchange ended: sent to its end, broken off on purpose, left by the client, or ended by closing the server. */
export type Outcome = 'open' | 'complete' | 'broken' | 'client_gone' | 'server_closed'

/** One chat completion request as the server saw it; the entry is live until `ended` settles. */
export interface LoggedRequest {
  /** From 1, over the life of the server. */
  readonly number: number
  /** Header names in lower case; credentials are replaced. */
  readonly headers: Readonly<Record<string, string>>
  /** The parsed body; undefined when it was refused. */
  readonly body?: unknown
  readonly conversation?: Conversation
  readonly story?: string
  /** The fault that was played. */
  readonly fault?: string
  readonly status?: number
  /** Characters of body written so far. */
  readonly sent: number
  readonly clientGone: boolean
  readonly outcome: Outcome
  /** What a story threw. */
  readonly error?: unknown
  /** Resolves when the exchange is over; never rejects. */
  readonly ended: Promise<Outcome>
}
