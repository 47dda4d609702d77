import type { JsonValue } from './json.ts'

/** How an artifact's chunks combine: the whole so far, items or text added at the end, or an RFC 7396 merge. */
export type ArtifactMode = 'replace' | 'append' | 'merge'

/** A stored artifact as the outside sees it: what stays in a payload or prop above the inline limit. */
export interface ArtifactReference {
  artifact_id: string
  media_type: string
  bytes: number
  sha256: string
  /** Set by the adapter as it serves; never signed. */
  url?: string
  items?: number
  columns?: string[]
}

/** References to data that one component may hold: the server resolves no more, and the page loads no more. */
export const maxReferences = 64

/** What a model writes in place of data: a reference into an artifact of its own run. */
export interface DataReference {
  $artifact: string
  /** JSON Pointer inside the artifact. */
  path?: string
  /** Fields kept of each row. */
  select?: string[]
  /** Rows kept. */
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

/** What a store keeps beside the bytes. */
export interface ArtifactMeta {
  artifact_id: string
  media_type: string
  bytes: number
  sha256: string
  source_tool: string
  run_id: string
  name?: string
  /** Number of rows when the artifact is a JSON array. */
  items?: number
  columns?: string[]
  created: number
}
