import type { ArtifactMode } from './artifacts.ts'
import type { JsonObject, JsonSchema, JsonValue } from './json.ts'
import type { Owner } from './owner.ts'

/** One emission of a tool for an artifact stream. */
export interface EmitArtifact {
  stream_id: string
  chunk: unknown
  done?: boolean
  mode?: ArtifactMode
  artifact_type?: string
  meta?: Record<string, JsonValue>
}

/** A question of a tool to the user: an enabled interactive component and its props. */
export interface PauseRequest {
  component: string
  props: JsonObject
  /** Milliseconds until nobody is asked any more; without it the agent's limit. */
  timeoutMs?: number
}

/** What became of a question. */
export type PauseAnswer = { status: 'answered'; result: JsonObject } | { status: 'cancelled' | 'expired' | 'superseded' }

/** What a tool learns of its call and can do while it runs. */
export interface ToolContext {
  threadId: string
  runId: string
  requestId: string
  traceId: string
  owner: Owner
  toolName: string
  toolCallId: string
  /** Aborted on cancel, deadline and time-out. */
  signal: AbortSignal
  /** Sends a chunk while the tool still runs; the tool's returned value wins over the stream. */
  emitArtifact(emission: EmitArtifact): void
  progress(update: { fraction?: number; text?: string }): void
  /**
   * Asks the user, with passwords in the answer. The call ends here and never comes back; once there is an answer the tool runs again
   * from its start with the same arguments, and the same question returns at once. So ask first, act afterwards.
   */
  pause(request: PauseRequest): Promise<PauseAnswer>
  /** Artifacts of this run by REF. */
  artifacts: { list(): { ref: string; kind: string }[]; resolve(ref: string): unknown }
  log(level: 'debug' | 'info' | 'warn' | 'error', message: string, fields?: Record<string, JsonValue>): void
}

/** A tool at the boundary: schemas are JSON Schema, zod is converted by the planner's helper. */
export interface ToolDefinition<Args = never, Result = unknown> {
  /** `[A-Za-z_][A-Za-z0-9_.-]*`, at most 64 characters, no opcode. */
  name: string
  description: string
  input: JsonSchema
  output?: JsonSchema
  run(args: Args, context: ToolContext): Promise<Result> | Result
  tags?: string[]
  sideEffects?: 'none' | 'read' | 'write' | 'external'
  /** False: never run twice, not even after a crash. */
  idempotent?: boolean
  timeoutMs?: number
  /** Stream the arguments to the client while the model writes them. */
  streamArgs?: boolean
  examples?: unknown[]
}
