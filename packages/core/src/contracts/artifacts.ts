import type { JsonValue } from './json.ts'

/** The way in which the chunks of an artifact are combined: each chunk replaces the previous value, is appended to it, or is merged into it (RFC 7396). */
export type ArtifactMode = 'replace' | 'append' | 'merge'

/** A stored artifact, or a part of it: what stands in a payload or in props in place of data above the inline limit. The server writes it. */
export interface ArtifactReference {
  artifact_id: string
  media_type: string
  /** Size of the whole artifact. */
  bytes: number
  sha256: string
  /** Set by the adapter when it serves the reference. Not part of a signature. */
  url?: string
  /** JSON Pointer to the part that is meant; without it the whole artifact. */
  path?: string
  /** Fields of each row that are meant; without it all of them. */
  select?: string[]
  /** Number of rows that are meant, from the first; without it all of them. */
  limit?: number
  /** Number of rows, when what is meant is a list. */
  items?: number
  /** Field names of the first rows. They describe the data; `select` narrows it. */
  columns?: string[]
}

/** Maximum number of data references in one component. The server resolves at most this number, and the page loads at most this number. */
export const maxReferences = 64

/** Names of the fields that the `_metadata` of a tool response must have, each a non-empty string. */
export const metadataFields = ['context_id', 'request_id', 'trace_id', 'user_id', 'tool_name', 'executed_at'] as const

/** A reference that a model writes in place of data. It points into an artifact of the same run. */
export interface DataReference {
  $artifact: string
  /** JSON Pointer inside the artifact. */
  path?: string
  /** The fields to keep of each row. */
  select?: string[]
  /** Maximum number of rows to keep. */
  limit?: number
}

/** One piece of an artifact stream; `seq` starts at 0 for each stream. */
export interface ArtifactChunk {
  stream_id: string
  seq: number
  chunk: JsonValue
  done: boolean
  mode?: ArtifactMode
  artifact_type: string
  tool_call_id?: string
  meta: { message_id: string; registry_version: string; source_tool: string } & Record<string, JsonValue>
}

/** The chunk of a `ui_component` artifact. */
export interface ComponentChunk {
  id: string
  component: string
  props: Record<string, JsonValue>
  title?: string
}

/** The metadata that a store keeps for an artifact. */
export interface ArtifactMeta {
  artifact_id: string
  media_type: string
  bytes: number
  sha256: string
  source_tool: string
  run_id: string
  name?: string
  /** Number of rows, if the artifact is a JSON array. */
  items?: number
  columns?: string[]
  created: number
}
