import { type JsonValue, PfError } from '@pf/core'
import { encodeBase64, utf8Length } from '@pf/core/internal'
import { type ArtifactKind, columnsOf } from '../describe/describe-value.ts'
import { copyBytes, isBinary, readBase64 } from '../json/binary.ts'
import { encodeUtf8 } from '../json/json-bytes.ts'
import type { Budget } from '../json/limits.ts'
import { type BlobBytes, toJsonWith } from '../json/to-json.ts'
import type { ArtifactMark } from '../marking/artifact-mark.ts'

/** An artifact as bytes: its form, its size, and the data for a store. */
export interface ArtifactBody {
  kind: ArtifactKind
  /** Form in which `text` or `data` represents the value. */
  form: 'json' | 'text' | 'base64' | 'bytes'
  text?: string
  data?: Uint8Array<ArrayBuffer>
  bytes: number
  media_type: string
  items?: number
  keys?: number
  columns?: string[]
}

const textual = /^(?:text\/|application\/(?:json|xml|javascript|yaml|sql|x-ndjson)|image\/svg)|\+(?:json|xml)\b|charset=/i

/** Limits of serializing. `budget` may be shared by several artifacts; `blobs` are the bytes of Blobs inside. */
export interface BodyLimits {
  artifactBytes: number
  budget: Budget
  blobs?: BlobBytes | undefined
}

/**
 * Serializes a marked value once, so that later changes of the tool's own object have no effect. Throws PfError `too_large` before
 * serializing if the value certainly exceeds the limit.
 */
export function bodyOf(value: unknown, mark: ArtifactMark, limits: BodyLimits): ArtifactBody {
  const max = surelyOver * limits.artifactBytes
  if (isBinary(value)) {
    if (value.byteLength > max) throw overLimit()
    const data = copyBytes(value)
    return { kind: 'bytes', form: 'bytes', data, bytes: data.byteLength, media_type: mark.media_type ?? 'application/octet-stream' }
  }
  Object.assign(limits.budget, { chars: max, cut: false })
  const json = toJsonWith(value, limits)
  if (limits.budget.cut || (typeof json === 'string' && json.length > max)) throw overLimit()
  return typeof json === 'string' ? textBody(json, mark) : jsonBody(json, mark)
}

const surelyOver = 2

function overLimit() {
  return new PfError('too_large', 'The artifact exceeds its maximum size.')
}

function textBody(text: string, mark: ArtifactMark): ArtifactBody {
  const read = isBase64(text, mark) ? readBase64(text) : undefined
  if (!read) return { kind: 'str', form: 'text', text, bytes: utf8Length(text.toWellFormed()), media_type: mark.media_type ?? 'text/plain' }
  const media_type = read.media_type ?? mark.media_type ?? 'application/octet-stream'
  return { kind: 'bytes', form: 'base64', text, data: read.data, bytes: read.data.byteLength, media_type }
}

function isBase64(text: string, mark: ArtifactMark): boolean {
  if (mark.base64 || text.startsWith('data:')) return true
  return mark.media_type !== undefined && !textual.test(mark.media_type)
}

function jsonBody(json: JsonValue, mark: ArtifactMark): ArtifactBody {
  const text = JSON.stringify(json)
  const body = { form: 'json' as const, text, bytes: utf8Length(text), media_type: jsonType(mark.media_type) }
  if (Array.isArray(json)) {
    const columns = columnsOf(json)
    return { ...body, kind: 'list', items: json.length, ...(columns ? { columns } : {}) }
  }
  if (typeof json === 'object' && json !== null) return { ...body, kind: 'dict', keys: Object.keys(json).length }
  return { ...body, kind: typeof json === 'boolean' ? 'bool' : 'number' }
}

const jsonType = (media_type: string | undefined): string => (media_type && /[/+]json\b/.test(media_type) ? media_type : 'application/json')

/** Returns the bytes that a store keeps. */
export function storedBytes(body: ArtifactBody): Uint8Array<ArrayBuffer> {
  return body.data ?? encodeUtf8(body.text ?? '')
}

/** Returns the value as JSON, a new copy for each call. */
export function bodyValue(body: Pick<ArtifactBody, 'form' | 'text' | 'data'>): JsonValue {
  if (body.form === 'json') return JSON.parse(body.text ?? 'null') as JsonValue
  return body.text ?? encodeBase64(body.data ?? new Uint8Array())
}
