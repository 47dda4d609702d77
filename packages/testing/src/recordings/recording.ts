/** One answer of a provider as it goes over the wire. */
export interface Recording {
  /** HTTP status; default 200. */
  status?: number
  headers?: Readonly<Record<string, string>>
  /** The events of a stream; `event` is the name of a server-sent event where the provider sends one. */
  events?: readonly { event?: string; data: unknown }[]
  /** The JSON of an answer that is no stream. */
  body?: unknown
}

/** Why a case has no recording: the protocol of the provider has no form for it. */
export interface Absent {
  absent: string
}

/** The action of the case `an action`, in the pieces in which it is sent. */
export const actionParts = ['{"next_node":"final_response",', '"args":{"answer":"The share ', 'is 40 %."}}'] as const

/** What every port is tried with; the texts and figures are the same for all providers. */
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

/** The recordings of one provider, and how its server is asked. */
export interface ProviderRecordings {
  provider: string
  /** Where the shapes come from. No paid endpoint was called for them. */
  source: string
  /** Path of the requests that are answered with a stream, below the base URL. */
  path: RegExp
  /** Headers of which one must carry the key. */
  keyHeaders: readonly string[]
  /** Members that the body of a request must have. */
  required: readonly string[]
  cases: Readonly<Record<CaseName, Recording | Absent>>
}

export const isRecording = (value: Recording | Absent): value is Recording => !('absent' in value)
