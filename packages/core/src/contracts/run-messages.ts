/**
 * What a message asks of a run. `inject`: read the text and continue. `redirect`: the text replaces the request. `pause`: wait before the next
 * step. `resume`: stop waiting.
 */
export type RunMessageKind = 'inject' | 'redirect' | 'pause' | 'resume'

/** A message to a run at work. `id` is chosen by the sender: a message that is sent again under the same id is stored once. */
export interface NewRunMessage {
  id: string
  kind: RunMessageKind
  /** The text of `inject` and `redirect`, at most 8,000 characters. */
  text?: string
}

/** A stored message to a run. Messages are numbered from 1 in the order in which they were stored. `created` is in milliseconds since the epoch. */
export interface RunMessage extends NewRunMessage {
  position: number
  created: number
}

/**
 * `accepted`: the message is stored, or was stored before. `finished`: the run has ended. `full`: the run has as many messages as it may have.
 * `unknown`: the owner has no such run, it has not begun, or another run continues it.
 */
export type RunMessageResult = 'accepted' | 'finished' | 'full' | 'unknown'

/**
 * The result of sending a message to a run. `unsupported`: the run does not read messages, because its strategy has no steps between which
 * it could, or because the store does not keep messages.
 */
export type SendMessageResult = RunMessageResult | 'unsupported'
