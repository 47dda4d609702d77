import type { MessageFile } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { storable } from './clean-json.ts'
import type { FileSource, IncomingFile } from './incoming-file.ts'
import { type Findings, field, refuse } from './issues.ts'

type Fields = Record<string, unknown>

const mediaKinds = new Set<unknown>(['image', 'audio', 'video', 'document'] satisfies MessageFile['kind'][])

/** True for the parts with a file of both generations of the protocol: `binary` until 0.0.59, and `image`, `audio`, `video` and `document`. */
export const isFilePart = (type: string) => type === 'binary' || mediaKinds.has(type)

/** Reads a part with a file. Refuses a part without a source, as the protocol does. */
export function readFilePart(findings: Findings, part: Fields, pointer: string): IncomingFile | undefined {
  const type = field(findings, part, 'type')
  return type === 'binary' ? readBinary(findings, part, pointer) : readMedia(findings, part, { kind: type as MessageFile['kind'], pointer })
}

/** Reads `{type: 'binary', mimeType, filename?}` with `data`, `id` or `url`. */
function readBinary(findings: Findings, part: Fields, pointer: string): IncomingFile | undefined {
  const declared = field(findings, part, 'mimeType')
  if (typeof declared !== 'string') return refuse(findings, `${pointer}/mimeType`, { expected: 'a string', received: declared })
  const [data, id, url] = ['data', 'id', 'url'].map((name) => textOf(field(findings, part, name)))
  const source = data !== undefined ? dataSource(data) : id !== undefined ? stored(id) : url === undefined ? undefined : sourceOfUrl(url)
  if (!source) return refuse(findings, pointer, { expected: 'a part with id, url or data', received: part })
  const name = textOf(field(findings, part, 'filename'))
  const media_type = cleanType(declared)
  return { pointer, kind: kindOfType(media_type), media_type, ...(name === undefined ? {} : { name }), source }
}

/** Reads `{type, source, metadata?}`. A file name is in no place that the protocol defines; clients put it into `metadata`. */
function readMedia(findings: Findings, part: Fields, { kind, pointer }: { kind: MessageFile['kind']; pointer: string }): IncomingFile | undefined {
  const given = field(findings, part, 'source')
  const value = isRecord(given) ? field(findings, given, 'value') : undefined
  const type = isRecord(given) ? field(findings, given, 'type') : undefined
  if (!isRecord(given) || typeof value !== 'string' || !['data', 'url', 'file'].some((known) => known === type))
    return refuse(findings, `${pointer}/source`, { expected: '{type: data | url | file, value} with a string', received: given })
  const mimeType = field(findings, given, 'mimeType')
  if (mimeType === undefined ? type === 'data' : typeof mimeType !== 'string')
    return refuse(findings, `${pointer}/source/mimeType`, { expected: 'a string', received: mimeType })
  const provider = textOf(field(findings, given, 'provider'))
  const source = type === 'data' ? dataSource(value) : type === 'url' ? sourceOfUrl(value) : provider === 'pf' ? stored(value) : handle(provider)
  const metadata = field(findings, part, 'metadata')
  const name = isRecord(metadata) ? ['filename', 'fileName', 'name'].map((key) => textOf(field(findings, metadata, key))).find(Boolean) : undefined
  return { pointer, kind, media_type: cleanType(typeof mimeType === 'string' ? mimeType : ''), ...(name === undefined ? {} : { name }), source }
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? storable(value) : undefined)

const stored = (artifact_id: string): FileSource => ({ type: 'stored', artifact_id: storable(artifact_id) })
const handle = (provider: string | undefined): FileSource => ({ type: 'handle', ...(provider === undefined ? {} : { provider }) })

/** Some clients send a data URL in place of base64. */
const dataSource = (value: string): FileSource => (value.startsWith('data:') ? sourceOfUrl(value) : { type: 'data', base64: value })

function sourceOfUrl(url: string): FileSource {
  const match = /^data:[^,]*;base64,/i.exec(url.slice(0, 1_000))
  return match ? { type: 'data', base64: url.slice(match[0].length) } : { type: 'address', url: storable(url) }
}

function cleanType(declared: string): string {
  const type = (declared.split(';')[0] ?? '').trim().toLowerCase()
  return /^[a-z]+\/[a-z0-9][a-z0-9.+_-]{0,99}$/.test(type) ? type : 'application/octet-stream'
}

function kindOfType(media_type: string): MessageFile['kind'] {
  const [top] = media_type.split('/')
  return top === 'image' || top === 'audio' || top === 'video' ? top : 'document'
}
