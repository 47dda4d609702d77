import type { ModelMedia } from '@pf/core'

/** One answer of a provider in the form in which it is transmitted. */
export interface Recording {
  /** HTTP status. Default 200. */
  status?: number
  headers?: Readonly<Record<string, string>>
  /** The events of a stream. `event` is the name of a server-sent event if the provider sends one. */
  events?: readonly { event?: string; data: unknown }[]
  /** The JSON of an answer that is not a stream. */
  body?: unknown
}

/** Reason why a case has no recording: the protocol of the provider has no form for it. */
export interface Absent {
  absent: string
}

/** The action of the case `an action`, in the pieces in which it is sent. */
export const actionParts = ['{"next_node":"final_response",', '"args":{"answer":"The share ', 'is 40 %."}}'] as const

/** Names of the cases for every port. The texts and numbers are the same for all providers. */
export type CaseName =
  | 'text'
  | 'an action'
  | 'reasoning'
  | 'cached tokens'
  | 'one call'
  | 'parallel calls'
  | 'interleaved calls'
  | 'calls without ids'
  | 'a call with empty arguments'
  | 'a call with null arguments'
  | 'refusal'
  | 'filtered output'
  | 'filtered prompt'
  | 'length'
  | 'context overflow'
  | 'rate limit'
  | 'quota'
  | 'wrong key'
  | 'unknown model'
  | 'invalid request'
  | 'server error'
  | 'error in the stream'
  | 'unsupported parameter'

/** Recordings of one provider, and the requirements for requests to its server. */
export interface ProviderRecordings {
  provider: string
  /** Source of the recorded formats. No paid endpoint was called. */
  source: string
  /** Path, below the base URL, of the requests that are answered with a stream. */
  path: RegExp
  /** Headers, one of which must contain the key. */
  keyHeaders: readonly string[]
  /** Members that the body of a request must have. */
  required: readonly string[]
  /** Returns the parts of the body that carry an image and a PDF, each with this base64, as the provider documents them. */
  media(image: ModelMedia, pdf: ModelMedia): { image: object; pdf: object }
  cases: Readonly<Record<CaseName, Recording | Absent>>
}

export const isRecording = (value: Recording | Absent): value is Recording => !('absent' in value)
