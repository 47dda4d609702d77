import { type ArtifactStore, type InteractionRecord, PfError } from '@pf/core'
import { isRecord, joinBytes, uploadRun } from '@pf/core/internal'
import { cleanFileName } from '../http/media.ts'
import { MultipartError, multipartBoundary, type Part, readParts } from '../http/read-parts.ts'
import { errorResponse, invalidInput, jsonResponse, notFound } from '../http/response.ts'
import { storable } from '../input/clean-json.ts'
import type { Call, PfContext, RouteHandler } from '../runs/context.ts'
import { storeFile } from '../runs/store-files.ts'

const maxTextFieldBytes = 1_024
const multipartOverheadBytes = 65_536

/**
 * POST /artifacts: stores a file for a field of an open form, or for a message of a thread. The multipart body has {interaction_id, field,
 * file} or {thread_id, file} in this order. A file of a form is stored while it arrives.
 */
export const postArtifact: RouteHandler = async (context, call) => {
  const { artifacts, pending, limits } = context
  const boundary = multipartBoundary(call.request)
  if (!artifacts || boundary === undefined) return notFound()
  if (Number(call.request.headers.get('content-length') ?? 0) > limits.uploadBytes + multipartOverheadBytes) return fileTooLarge(limits.uploadBytes)
  const body = call.request.body?.getReader()
  const chunks: AsyncIterator<Uint8Array> = { next: async () => (await body?.read().catch(throwIncomplete)) ?? { done: true, value: undefined } }
  const parts = readParts(chunks, boundary)
  try {
    return await receive(context, call, { artifacts, parts, find: async (id) => pending?.get(call.scope, id) })
  } catch (error) {
    const response = uploadErrorResponse(error)
    if (response) return response
    throw error
  } finally {
    body?.cancel().catch(() => {})
  }
}

/** Returns the response to an error of the body. A store may wrap such an error, so causes are checked too. */
function uploadErrorResponse(error: unknown): Response | undefined {
  if (error instanceof MultipartError)
    return errorResponse({ status: 400, code: 'invalid_input', error: `The upload cannot be read: ${error.message}.`, fields: { issues: [] } })
  if (PfError.isInstance(error) && error.code === 'too_large')
    return errorResponse({ status: 413, code: 'too_large', error: error.message, fields: { issues: [] } })
  return error instanceof Error && error.cause !== undefined ? uploadErrorResponse(error.cause) : undefined
}

const throwIncomplete = () => {
  throw new MultipartError('the body is incomplete')
}

const fileTooLarge = (bytes: number) =>
  errorResponse({ status: 413, code: 'too_large', fields: { issues: [{ code: 'too_large', pointer: '/file', expected: `at most ${bytes} bytes` }] } })

interface Upload {
  artifacts: ArtifactStore
  parts: AsyncIterable<Part>
  find(interaction_id: string): Promise<InteractionRecord | undefined>
}

async function receive(context: PfContext, call: Call, { artifacts, parts, find }: Upload): Promise<Response> {
  const texts = new Map<string, string>()
  for await (const part of parts) {
    if (part.name !== 'file') texts.set(part.name, await readText(part))
    else if (texts.has('thread_id')) return storeForThread(context, call, { artifacts, part, thread_id: texts.get('thread_id') ?? '' })
    else {
      const [interaction_id, name] = [texts.get('interaction_id'), texts.get('field')]
      if (interaction_id === undefined || name === undefined) break
      const interaction = await find(interaction_id)
      if (!interaction) return notFound()
      if (interaction.state !== 'open' || (interaction.deadline ?? Number.POSITIVE_INFINITY) <= Date.now()) return errorResponse({ status: 410, code: 'gone' })
      const field = findFileField(interaction, name)
      return field ? storeInSlot(context, call, { artifacts, part, interaction, field }) : invalidInput([issue('/field', 'a file field of the form')])
    }
  }
  return invalidInput([issue('', 'interaction_id, field and file, or thread_id and file, in this order')])
}

/** Stores a file for a message of a thread, which may not have begun yet. The response is the reference to send with the message. */
async function storeForThread(
  { limits, artifactUrl }: PfContext,
  { scope }: Call,
  { artifacts, part, thread_id }: { artifacts: ArtifactStore; part: Part; thread_id: string },
): Promise<Response> {
  if (thread_id === '' || thread_id.length > limits.idLength) return invalidInput([issue('/thread_id', `at most ${limits.idLength} characters`)])
  const bytes = await joinBytes(limitBytes(part.bytes, limits.fileBytes))
  if (bytes.length === 0) return invalidInput([issue('/file', 'a file of at least one byte')])
  const name = cleanFileName((part.filename ?? '').split(/[/\\]/).at(-1) ?? '', 'file')
  const file = await storeFile(artifacts, scope, { bytes, name, declared: part.type, thread_id, run_id: uploadRun(thread_id) })
  return jsonResponse({ ...file, ...(file.artifact_id === undefined ? {} : { url: artifactUrl(file.artifact_id) }) }, { status: 201 })
}

const issue = (pointer: string, expected: string) => ({ code: 'invalid_input', pointer, expected })

interface IncomingFile {
  artifacts: ArtifactStore
  part: Part
  interaction: InteractionRecord
  field: FileField
}

/** Ids of artifacts that are being written in this process, so that two uploads never use the same one. */
const reserved = new Set<string>()

/**
 * Stores a file under one of the fixed number of artifact ids of its field. The store therefore knows the number of files on every node and
 * after a restart, and a form that is never answered holds a limited number of files.
 */
async function storeInSlot(context: PfContext, call: Call, file: IncomingFile): Promise<Response> {
  const { uploadsPerField } = context.limits
  for (let slot = 1; slot <= uploadsPerField; slot++) {
    const artifact_id = `upload-${file.interaction.id}-${file.field.index}-${slot}`
    if (reserved.has(artifact_id)) continue
    reserved.add(artifact_id)
    try {
      if ((await file.artifacts.head(call.scope, artifact_id)) === undefined) return await store(context, call, { ...file, artifact_id })
    } finally {
      reserved.delete(artifact_id)
    }
  }
  const issues = [{ code: 'too_large', pointer: '/file', expected: `at most ${uploadsPerField} files for a field` }]
  const error = `This field already has ${uploadsPerField} files. Answer the form with one of them, or cancel it.`
  return errorResponse({ status: 413, code: 'too_large', error, fields: { issues } })
}

/** Stores a file with the type and name that the browser declares. They are only labels; the artifact route serves the file so that nothing can be executed. */
async function store(
  { limits }: PfContext,
  { scope }: Call,
  { artifacts, part, interaction, field, artifact_id }: IncomingFile & { artifact_id: string },
): Promise<Response> {
  const media_type = /^[a-z]+\/[a-z0-9][a-z0-9.+_-]{0,99}$/.test(part.type) ? part.type : 'application/octet-stream'
  const name = cleanFileName((part.filename ?? '').split(/[/\\]/).at(-1) ?? '', 'file')
  if (!accepts(field, { media_type, name })) {
    const issues = [{ code: 'invalid_input', pointer: '/file', expected: field.accept.join(', '), received: media_type }]
    return errorResponse({ status: 415, code: 'unsupported_media_type', error: 'The field does not accept files of this type.', fields: { issues } })
  }
  const maxBytes = Math.min(limits.uploadBytes, field.maxBytes)
  const meta = await artifacts.put(scope, limitBytes(part.bytes, maxBytes), {
    artifact_id,
    media_type,
    name,
    source_tool: 'upload',
    run_id: interaction.run_id,
  })
  return jsonResponse({ artifact_id: meta.artifact_id, name, media_type, bytes: meta.bytes }, { status: 201 })
}

async function* limitBytes(bytes: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array, void, undefined> {
  let length = 0
  for await (const chunk of bytes) {
    length += chunk.length
    if (length > maxBytes) throw new PfError('too_large', `The file is larger than ${maxBytes} bytes.`, { fields: { limit: maxBytes } })
    yield chunk
  }
}

async function readText({ bytes }: Part): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  for await (const chunk of bytes) {
    length += chunk.length
    if (length > maxTextFieldBytes) throw new MultipartError(`a text field exceeds ${maxTextFieldBytes} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return storable(text + decoder.decode())
}

/** The restrictions of a form's file field. */
interface FileField {
  /** Index of the field in the form. */
  index: number
  maxBytes: number
  /** Media types, `image/*` and extensions such as `.csv`. Empty accepts any file. */
  accept: readonly string[]
}

/** Default maximum size of a file field in the registry. */
const defaultMaxBytes = 10_000_000

/** Finds the file field with this name in the form of an interaction. */
function findFileField({ component, props }: InteractionRecord, name: string): FileField | undefined {
  const fields = component === 'form' && Array.isArray(props.fields) ? props.fields : []
  const index = fields.findIndex((entry) => isRecord(entry) && entry.type === 'file' && entry.name === name)
  const field: unknown = fields[index]
  if (!isRecord(field)) return undefined
  const { maxBytes, accept } = isRecord(field.validation) ? field.validation : {}
  return {
    index,
    maxBytes: typeof maxBytes === 'number' ? maxBytes : defaultMaxBytes,
    accept: Array.isArray(accept) ? accept.filter((entry) => typeof entry === 'string') : [],
  }
}

/** True if the field accepts a file of this type and name. Both are declared by the sender. */
function accepts({ accept }: FileField, { media_type, name }: { media_type: string; name: string }): boolean {
  if (accept.length === 0) return true
  return accept.some((entry) => {
    if (entry.startsWith('.')) return name.toLowerCase().endsWith(entry.toLowerCase())
    return entry.endsWith('/*') ? media_type.startsWith(entry.slice(0, -1)) : media_type === entry.toLowerCase()
  })
}
