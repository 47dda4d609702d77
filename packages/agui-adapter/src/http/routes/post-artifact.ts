import { type ArtifactStore, type InteractionRecord, PfError } from '@pf/core'
import { storable } from '../../input/storable.ts'
import { cleanName } from '../clean-name.ts'
import type { Call, PfContext, RouteHandler } from '../context.ts'
import { accepts, type FileField, fileField } from '../file-field.ts'
import { multipartBoundary } from '../multipart-boundary.ts'
import { MultipartError, type Part, readParts } from '../read-parts.ts'
import { invalid, json, notFound, refusal } from '../respond.ts'

const maxTextBytes = 1_024
const overheadBytes = 65_536

/** POST /artifacts: a file for a field of an open form, as multipart {interaction_id, field, file} in this order. It is stored as it arrives. */
export const postArtifact: RouteHandler = async (context, call) => {
  const { artifacts, pending, limits } = context
  const boundary = multipartBoundary(call.request)
  if (!artifacts || !pending || boundary === undefined) return notFound()
  if (Number(call.request.headers.get('content-length') ?? 0) > limits.uploadBytes + overheadBytes) return tooLarge(limits.uploadBytes)
  const body = call.request.body?.getReader()
  const chunks: AsyncIterator<Uint8Array> = { next: async () => (await body?.read().catch(brokenOff)) ?? { done: true, value: undefined } }
  const parts = readParts(chunks, boundary)
  try {
    return await receive(context, call, { artifacts, parts, find: (id) => pending.get(call.scope, id) })
  } catch (error) {
    const refused = refusalOf(error)
    if (refused) return refused
    throw error
  } finally {
    body?.cancel().catch(() => {})
  }
}

/** What the body failed with may come back from a store as the cause of what the store says. */
function refusalOf(error: unknown): Response | undefined {
  if (error instanceof MultipartError)
    return refusal({ status: 400, code: 'invalid_input', error: `The upload cannot be read: ${error.message}.`, fields: { issues: [] } })
  if (PfError.isInstance(error) && error.code === 'too_large') return refusal({ status: 413, code: 'too_large', error: error.message, fields: { issues: [] } })
  return error instanceof Error && error.cause !== undefined ? refusalOf(error.cause) : undefined
}

const brokenOff = () => {
  throw new MultipartError('the body broke off')
}

const tooLarge = (bytes: number) =>
  refusal({ status: 413, code: 'too_large', fields: { issues: [{ code: 'too_large', pointer: '/file', expected: `at most ${bytes} bytes` }] } })

interface Upload {
  artifacts: ArtifactStore
  parts: AsyncIterable<Part>
  find(interaction_id: string): Promise<InteractionRecord | undefined>
}

async function receive(context: PfContext, call: Call, { artifacts, parts, find }: Upload): Promise<Response> {
  const texts = new Map<string, string>()
  for await (const part of parts) {
    if (part.name !== 'file') texts.set(part.name, await readText(part))
    else {
      const [interaction_id, name] = [texts.get('interaction_id'), texts.get('field')]
      if (interaction_id === undefined || name === undefined) break
      const question = await find(interaction_id)
      if (!question) return notFound()
      if (question.state !== 'open' || (question.deadline ?? Number.POSITIVE_INFINITY) <= Date.now()) return refusal({ status: 410, code: 'gone' })
      const field = fileField(question, name)
      return field ? store(context, call, { artifacts, part, question, field }) : invalid([issue('/field', 'a file field of the form')])
    }
  }
  return invalid([issue('', 'interaction_id, field and file, in this order')])
}

const issue = (pointer: string, expected: string) => ({ code: 'invalid_input', pointer, expected })

interface Arriving {
  artifacts: ArtifactStore
  part: Part
  question: InteractionRecord
  field: FileField
}

/** What a browser says of a file is only ever a label: it is served so that nothing can act on it. */
async function store({ limits }: PfContext, { scope }: Call, { artifacts, part, question, field }: Arriving): Promise<Response> {
  const media_type = /^[a-z]+\/[a-z0-9][a-z0-9.+_-]{0,99}$/.test(part.type) ? part.type : 'application/octet-stream'
  const name = cleanName((part.filename ?? '').split(/[/\\]/).at(-1) ?? '', 'file')
  if (!accepts(field, { media_type, name })) {
    const issues = [{ code: 'invalid_input', pointer: '/file', expected: field.accept.join(', '), received: media_type }]
    return refusal({ status: 415, code: 'unsupported_media_type', error: 'The field does not take files of this type.', fields: { issues } })
  }
  const most = Math.min(limits.uploadBytes, field.maxBytes)
  const meta = await artifacts.put(scope, upTo(part.bytes, most), { media_type, name, source_tool: 'upload', run_id: question.run_id })
  return json({ artifact_id: meta.artifact_id, name, media_type, bytes: meta.bytes }, { status: 201 })
}

async function* upTo(bytes: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array, void, undefined> {
  let length = 0
  for await (const chunk of bytes) {
    length += chunk.length
    if (length > most) throw new PfError('too_large', `The file is larger than ${most} bytes.`, { fields: { limit: most } })
    yield chunk
  }
}

async function readText({ bytes }: Part): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  for await (const chunk of bytes) {
    length += chunk.length
    if (length > maxTextBytes) throw new MultipartError('a text is too long')
    text += decoder.decode(chunk, { stream: true })
  }
  return storable(text + decoder.decode())
}
