import { formatPointer, type JsonValue } from '@pf/core'
import { getOwn, isRecord } from '@pf/core/internal'
import { needsRootName, rootName } from '../describe/ref.ts'
import type { ArtifactMark } from '../marking/artifact-mark.ts'
import { type Marks, planOf } from '../marking/compile-marks.ts'
import type { FinishedStream } from '../streams/artifact-streams.ts'
import { findArtifacts, type Path } from './find-artifacts.ts'

/** An artifact before it is serialized. */
export interface ArtifactDraft {
  path: Path
  pointer: string
  value: unknown
  mark: ArtifactMark
}

/**
 * Returns the drafts of one tool result: its marked fields, and finished streams whose field is empty in the result. A returned value takes
 * precedence over a stream.
 */
export function draftsOf(observation: unknown, marks: Marks, streams: readonly FinishedStream[]): ArtifactDraft[] {
  const found = findArtifacts(observation, marks)
  const base = needsRootName(observation, planOf(marks)) || found.some(({ path }) => path.length === 0) ? [rootName] : []
  const open = new Map(streams.map((stream) => [stream.stream_id, stream]))
  const drafts = found.map(({ path, value, mark }) => {
    const stream_id = streamOf(mark, open)
    if (stream_id !== undefined) open.delete(stream_id)
    return { path: [...base, ...path], pointer: formatPointer(path), value, mark: stream_id === undefined ? mark : { ...mark, stream_id } }
  })
  if (open.size === 0) return drafts
  const target = { observation, fields: markedFields(marks), taken: new Set(drafts.map((draft) => String(draft.path[0]))) }
  return [...drafts, ...[...open.values()].flatMap((stream) => streamDraft(stream, target))]
}

/** Returns the stream of a marked field. A field marked `stream` without an id belongs to the only stream that its call emitted. */
function streamOf(mark: ArtifactMark, open: ReadonlyMap<string, FinishedStream>): string | undefined {
  if (mark.stream_id !== undefined || !mark.stream) return mark.stream_id
  return open.size === 1 ? [...open.keys()][0] : undefined
}

interface StreamTarget {
  observation: unknown
  fields: readonly MarkedField[]
  taken: ReadonlySet<string>
}

function streamDraft(stream: FinishedStream, target: StreamTarget): ArtifactDraft[] {
  const { field, mark } = fieldOf(stream.stream_id, target.fields) ?? { field: stream.stream_id, mark: {} }
  if (target.taken.has(field) || isFilled(target.observation, field)) return []
  const value: JsonValue = stream.value
  const shape = mark.shape ?? (stream.artifact_type === 'artifact' ? undefined : stream.artifact_type)
  return [{ path: [field], pointer: formatPointer([field]), value, mark: { ...mark, stream_id: stream.stream_id, ...(shape ? { shape } : {}) } }]
}

/** True if a field has a value. A field that throws when it is read counts as filled, so that a stream does not replace it. */
function isFilled(observation: unknown, field: string): boolean {
  try {
    return isRecord(observation) && (getOwn(observation, field) ?? null) !== null
  } catch {
    return true
  }
}

interface MarkedField {
  field: string
  mark: ArtifactMark
}

function markedFields(marks: Marks): MarkedField[] {
  const { root, key } = planOf(marks)
  const fields = new Set(root?.nodes.flatMap((node) => [...node.props.keys()]))
  return [...fields].map((field) => ({ field, mark: key(root, field)?.mark ?? {} })).filter(({ mark }) => mark.stream)
}

function fieldOf(stream_id: string, fields: readonly MarkedField[]): MarkedField | undefined {
  return fields.find(({ mark }) => mark.stream_id === stream_id) ?? onlyUnnamed(fields)
}

function onlyUnnamed(fields: readonly MarkedField[]): MarkedField | undefined {
  const unnamed = fields.filter(({ mark }) => mark.stream_id === undefined)
  return unnamed.length === 1 ? unnamed[0] : undefined
}
