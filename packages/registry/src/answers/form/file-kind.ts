import { isRecord } from '@pf/core/internal'
import { type FieldFault, type FieldKind, rulesOf } from './form-field.ts'

/** Default maximum size of a file in bytes, if the form does not specify one. */
export const defaultFileBytes = 10_000_000

const keys = ['artifact_id', 'name', 'media_type', 'bytes'] as const
const mediaType = /^[a-z]+\/[a-z0-9][a-z0-9.+_-]{0,126}$/i

const parts: Readonly<Record<(typeof keys)[number], (value: unknown) => string | undefined>> = {
  artifact_id: (value) => (isText(value, 200) ? undefined : 'the id of an uploaded file'),
  name: (value) => (isText(value, 255) && !/[/\\]|^\.{1,2}$/.test(value) ? undefined : 'a file name without folders'),
  media_type: (value) => (typeof value === 'string' && mediaType.test(value) ? undefined : 'a media type such as text/csv'),
  bytes: (value) => (Number.isSafeInteger(value) && Number(value) >= 0 ? undefined : 'a size in bytes'),
}

const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= max && value.isWellFormed() && !/\p{Cc}/u.test(value)

interface FileAnswer {
  name: string
  media_type: string
  bytes: number
}

/** A file that was already uploaded. The answer contains the server's description of it, never its content. */
export const fileKind: FieldKind = {
  rules: ['accept', 'maxBytes', 'message'],
  default: 'none',
  fault(value, field) {
    if (!isRecord(value)) return { expected: 'an uploaded file {artifact_id, name, media_type, bytes}' }
    const wrong = shapeFault(value)
    if (wrong) return wrong
    const { accept, maxBytes = defaultFileBytes } = rulesOf(field)
    const file = value as unknown as FileAnswer
    if (file.bytes > maxBytes) return { at: '/bytes', expected: `at most ${maxBytes} bytes` }
    return !accept?.length || accept.some((pattern) => isAccepted(file, pattern))
      ? undefined
      : { at: '/media_type', expected: `a file of ${accept.join(', ')}` }
  },
  schema: (field) => ({
    type: 'object',
    additionalProperties: false,
    required: [...keys],
    properties: {
      artifact_id: { type: 'string', minLength: 1, maxLength: 200 },
      name: { type: 'string', minLength: 1, maxLength: 255 },
      media_type: { type: 'string', maxLength: 255 },
      bytes: { type: 'integer', minimum: 0, maximum: rulesOf(field).maxBytes ?? defaultFileBytes },
    },
    ...(rulesOf(field).accept ? { 'x-accept': rulesOf(field).accept ?? [] } : {}),
  }),
}

function shapeFault(value: Record<string, unknown>): FieldFault | undefined {
  for (const key of keys) {
    const expected = parts[key](Object.hasOwn(value, key) ? value[key] : undefined)
    if (expected !== undefined) return { at: `/${key}`, expected }
  }
  return Object.keys(value).length > keys.length ? { expected: `only ${keys.join(', ')}` } : undefined
}

function isAccepted({ name, media_type }: FileAnswer, pattern: string): boolean {
  const type = media_type.toLowerCase()
  const wanted = pattern.toLowerCase()
  if (wanted.startsWith('.')) return name.toLowerCase().endsWith(wanted) && name.length > wanted.length
  return wanted.endsWith('/*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted
}
