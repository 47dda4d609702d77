import type { ArtifactMeta } from '@pf/core'
import type { ArtifactKind } from './describe-value.ts'

/** One collected artifact, as redaction and events need it. */
export interface CollectedEntry {
  /** JSON Pointer to it in the tool's result. */
  pointer: string
  ref: string
  kind: ArtifactKind
  bytes?: number
  items?: number
  keys?: number
  columns?: string[]
  stream_id?: string
  /** Known form of the data (`rows`, `echarts`, `image`, `file` …), from the mark. */
  shape?: string
}

/** What collecting one tool result gave; `key` is its place in the payload, whether or not it held artifacts. */
export interface Collected {
  key: string
  entries: CollectedEntry[]
  stored: ArtifactMeta[]
  warnings: { code: string; text: string }[]
}
