import type { AnswerEnvelope, AnswerResult, ComponentFailure, InteractionRef, ThreadView } from './agent-port.ts'
import type { InboxItem } from './approvals.ts'
import type { ArtifactPage } from './artifact-store.ts'
import type { CatalogView } from './catalog.ts'
import type { JsonValue } from './json.ts'
import type { MessageFile } from './message-files.ts'
import type { NewRunMessage } from './run-messages.ts'

/** A wire event as delivered to a front end. `id` is `seq.k`, `event` is an AG-UI event. */
export interface WireEvent {
  id?: string
  event: { type: string; [key: string]: unknown }
}

/** A request for a user turn, as sent by hooks. */
export interface RunRequest {
  thread_id: string
  run_id: string
  /** The entire conversation as AG-UI messages. */
  messages: { id: string; role: string; [key: string]: unknown }[]
  state?: JsonValue
  context?: { description: string; value: string }[]
  forwarded_props?: Record<string, JsonValue>
  /**
   * Ids of open questions that this request leaves without an answer. Each of them is cancelled, and the model is informed that the user
   * continued without answering.
   */
  superseded?: string[]
}

/** The interface to runs for hooks, implemented by `@pf/agui-adapter/client` or by the host. */
export interface RunClient {
  /** Starts a run and yields its events. Reconnects automatically. Throws PfError `busy`, `unauthorized`, `invalid_input`, `rate_limited` or `network`. */
  start(request: RunRequest, options?: { signal?: AbortSignal; onStatus?: (status: ConnectionStatus) => void }): AsyncIterable<WireEvent>
  /** Yields the events of a run after an event id (`seq.k`), or from the start if no id is given. */
  attach(run_id: string, after?: string, options?: { signal?: AbortSignal; onStatus?: (status: ConnectionStatus) => void }): AsyncIterable<WireEvent>
  answer(ref: InteractionRef, envelope: AnswerEnvelope): Promise<AnswerResult>
  cancel(run_id: string): Promise<boolean>
  /**
   * Sends a message to a run at work and resolves once it is stored. The same `id` is stored once, so the call may be repeated. Throws PfError
   * `not_found` for an unknown run, and `conflict` for one that has ended, has too many messages or does not read messages.
   */
  sendMessage?(run_id: string, message: NewRunMessage): Promise<void>
  /**
   * Reports to a run that this page could not draw a component. Resolves to false if the run has ended or is active in another process; the
   * report is then part of the next request.
   */
  componentFailed?(failure: ComponentFailure): Promise<boolean>
  thread(thread_id: string): Promise<ThreadView | undefined>
  upload(interaction_id: string, field: string, file: Blob): Promise<{ artifact_id: string; name: string; media_type: string; bytes: number }>
  page(artifact_id: string, path: string, offset: number, limit: number): Promise<ArtifactPage>
  catalog(): Promise<CatalogView>
}

/** The interface to uploads of files for messages, implemented by `@pf/agui-adapter/client` or by the host. */
export interface FileClient {
  /**
   * Stores a file for a message of a thread, which may be sent later or never. Resolves to the reference to send with the message. Throws
   * PfError `too_large`, `invalid_input`, `unauthorized`, `rate_limited` or `network`.
   */
  uploadFile(thread_id: string, file: Blob, options?: { signal?: AbortSignal }): Promise<MessageFile>
}

/** `rate_limited`: the server temporarily refuses further requests, and the client waits. */
export type ConnectionStatus = 'connecting' | 'open' | 'reconnecting' | 'rate_limited' | 'closed'

/** The interface to an inbox for hooks, implemented by `@pf/agui-adapter/client` or by the host. */
export interface InboxClient {
  /**
   * Resolves to the inbox. With the caller's current `version`, waits for the next change of the inbox, and resolves to the unchanged inbox
   * after some time.
   */
  read(options?: { version?: string; signal?: AbortSignal }): Promise<{ version: string; items: InboxItem[] }>
  answer(interaction_id: string, envelope: AnswerEnvelope): Promise<AnswerResult>
}
