import type { ArtifactMode } from './artifacts.ts'
import type { JsonObject, JsonSchema, JsonValue } from './json.ts'
import type { MessageFile } from './message-files.ts'
import type { Owner } from './owner.ts'

/** A chunk that a tool emits for an artifact stream. */
export interface EmitArtifact {
  stream_id: string
  chunk: unknown
  done?: boolean
  mode?: ArtifactMode
  artifact_type?: string
  meta?: Record<string, JsonValue>
}

/** A question from a tool to the user: an enabled interactive component and its props. */
export interface PauseRequest {
  component: string
  props: JsonObject
  /** Milliseconds until the question expires. Defaults to the limit of the agent. */
  timeoutMs?: number
}

/** The outcome of a question. */
export type PauseAnswer = { status: 'answered'; result: JsonObject } | { status: 'cancelled' | 'expired' | 'superseded' }

/** The context of a tool call: its identifiers, and the operations available to the tool while it runs. */
export interface ToolContext {
  threadId: string
  runId: string
  requestId: string
  traceId: string
  owner: Owner
  toolName: string
  toolCallId: string
  /** Aborted when the run is cancelled, or reaches its deadline, and when the tool times out. */
  signal: AbortSignal
  /** Emits a chunk while the tool is running. The value returned by the tool takes precedence over the stream. */
  emitArtifact(emission: EmitArtifact): void
  progress(update: { fraction?: number; text?: string }): void
  /**
   * Asks the user a question and resolves to the answer, which includes the values of password fields. Execution ends at this call: after
   * the answer, the tool runs again from its start with the same arguments, and the same question resolves immediately. Therefore, ask
   * before you perform any side effects.
   */
  pause(request: PauseRequest): Promise<PauseAnswer>
  /** Artifacts of this run by REF. */
  artifacts: { list(): { ref: string; kind: string }[]; resolve(ref: string): unknown }
  /**
   * The files that the user has sent in the messages of this conversation. `read` resolves to all bytes of a listed file, by its
   * `artifact_id`; undefined for any other id and for a file that the store no longer has.
   */
  files: { list(): MessageFile[]; read(artifact_id: string): Promise<Uint8Array | undefined> }
  /**
   * The shared state of the application (`state` of AG-UI) as it is now, deeply frozen; `{}` if there is none. It comes from the client, so
   * treat it as untrusted.
   */
  readonly state: JsonValue
  /**
   * Replaces the shared state, or changes it with a function of the current one, and sends the change to the client. It is stored with the
   * next commit of the run. Concurrent calls apply one after the other. Like any side effect, change the state after `pause`. Throws PfError
   * `invalid_input` for a value that is not JSON, `too_deep`, `too_large`, `invalid_config` if the agent has no shared state, `conflict` if
   * the function calls it itself, and `cancelled` after the call has ended.
   */
  setState(next: JsonValue | ((previous: JsonValue) => JsonValue)): void
  log(level: 'debug' | 'info' | 'warn' | 'error', message: string, fields?: Record<string, JsonValue>): void
}

/** The definition of a tool. Its schemas are JSON Schemas; a helper of the planner converts zod schemas. */
export interface ToolDefinition<Args = never, Result = unknown> {
  /** Matches `[A-Za-z_][A-Za-z0-9_.-]*`, has at most 64 characters and is not an opcode. */
  name: string
  description: string
  input: JsonSchema
  output?: JsonSchema
  run(args: Args, context: ToolContext): Promise<Result> | Result
  tags?: string[]
  /**
   * `untrusted` if results contain texts of others, such as web pages, mails or documents. With `guardrails.untrustedContent`, the planner marks
   * them. Default `trusted`.
   */
  source?: 'trusted' | 'untrusted'
  sideEffects?: 'none' | 'read' | 'write' | 'external'
  /** If false, the tool is never run twice for one call, not even after a crash. */
  idempotent?: boolean
  timeoutMs?: number
  /** Streams the arguments to the client while the model writes them. */
  streamArgs?: boolean
  examples?: unknown[]
}
