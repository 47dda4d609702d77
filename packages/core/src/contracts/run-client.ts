import type { AnswerEnvelope, AnswerResult, ComponentFailure, InteractionRef, ThreadView } from './agent-port.ts'
import type { ArtifactPage } from './artifact-store.ts'
import type { CatalogView } from './catalog.ts'
import type { JsonValue } from './json.ts'

/** A wire event as it reaches a front end: `id` is `seq.k`, `event` an AG-UI event. */
export interface WireEvent {
  id?: string
  event: { type: string; [key: string]: unknown }
}

/** A user turn as hooks send it. */
export interface RunRequest {
  thread_id: string
  run_id: string
  /** The whole conversation in AG-UI message form. */
  messages: { id: string; role: string; [key: string]: unknown }[]
  state?: JsonValue
  context?: { description: string; value: string }[]
  forwarded_props?: Record<string, JsonValue>
  /** Ids of open questions that this request leaves without an answer: each is cancelled, and the model is told that the user went on. */
  superseded?: string[]
}

/** What hooks get by context; made by `@pf/agui-adapter/client` or by the host. */
export interface RunClient {
  /** Starts a run and yields its events; reconnects by itself. Throws PfError `busy`, `unauthorized`, `invalid_input`, `rate_limited`, `network`. */
  start(request: RunRequest, options?: { signal?: AbortSignal; onStatus?: (status: ConnectionStatus) => void }): AsyncIterable<WireEvent>
  /** Attaches to a run after an event id (`seq.k`), from the start without one. */
  attach(run_id: string, after?: string, options?: { signal?: AbortSignal; onStatus?: (status: ConnectionStatus) => void }): AsyncIterable<WireEvent>
  answer(ref: InteractionRef, envelope: AnswerEnvelope): Promise<AnswerResult>
  cancel(run_id: string): Promise<boolean>
  /** Tells a run that this page could not draw a component. False: the run is over, or works in another process; the next request tells it then. */
  componentFailed?(failure: ComponentFailure): Promise<boolean>
  thread(thread_id: string): Promise<ThreadView | undefined>
  upload(interaction_id: string, field: string, file: Blob): Promise<{ artifact_id: string; name: string; media_type: string; bytes: number }>
  page(artifact_id: string, path: string, offset: number, limit: number): Promise<ArtifactPage>
  catalog(): Promise<CatalogView>
}

/** `rate_limited`: the server refuses further requests for a time, and the client waits for it. */
export type ConnectionStatus = 'connecting' | 'open' | 'reconnecting' | 'rate_limited' | 'closed'
