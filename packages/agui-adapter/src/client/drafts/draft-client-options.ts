import type { RunClientOptions } from '../options.ts'

/** Where the server is, and how its streams are read. */
export interface DraftClientOptions extends Pick<RunClientOptions, 'baseUrl' | 'fetch' | 'headers' | 'credentials'> {
  /** Default: the platform's. It sends cookies and no headers of yours. */
  EventSource?: typeof EventSource
}
