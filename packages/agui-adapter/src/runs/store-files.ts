import { type AgentInput, type ArtifactMeta, type ArtifactStore, type ChatMessage, type MessageFile, PfError, type Scope } from '@pf/core'
import { decodeBase64, decodePercent, ownerKey, sha256Hex } from '@pf/core/internal'
import { cleanFileName } from '../http/media.ts'
import { kindOf, mediaTypeOf } from '../http/media-type.ts'
import { errorResponse, invalidInput, notFound } from '../http/response.ts'
import type { FileSource, IncomingFile } from '../input/incoming-file.ts'
import type { Call, PfContext } from './context.ts'

/** The input with its files, or the response to a request whose files are refused. */
type Placed = { input: AgentInput } | { response: Response }

/**
 * Stores the files of a request and adds references to its messages. A file that the newest message names and that the owner does not have
 * gives 404; in an older message, it is kept without its content, because it may have been deleted since. A file whose bytes this server
 * does not get is kept as a description. Each such file gives a warning.
 */
export async function storeFiles(
  context: PfContext,
  call: Call,
  { input, files }: { input: AgentInput; files: ReadonlyMap<ChatMessage, readonly IncomingFile[]> },
): Promise<Placed> {
  if (files.size === 0) return { input }
  const newest = input.messages.findLast(({ role }) => role === 'user')
  const messages: ChatMessage[] = []
  try {
    for (const message of input.messages) {
      const list: MessageFile[] = []
      for (const file of files.get(message) ?? []) list.push(await placeFile(context, call, { file, input, isNew: message === newest }))
      messages.push(message.role === 'user' && list.length > 0 ? { ...message, files: list } : message)
    }
  } catch (error) {
    if (error instanceof FileRefused) return { response: error.response }
    throw error
  }
  return { input: { ...input, messages } }
}

class FileRefused extends Error {
  readonly response: Response
  constructor(response: Response) {
    super('The file was refused.')
    this.response = response
  }
}

interface Placing {
  file: IncomingFile
  input: AgentInput
  isNew: boolean
}

async function placeFile(context: PfContext, call: Call, placing: Placing): Promise<MessageFile> {
  const { file } = placing
  const own = file.source.type === 'address' ? ownArtifact(context, call, file.source.url) : undefined
  const source: FileSource = own === undefined ? file.source : { type: 'stored', artifact_id: own }
  if (source.type === 'data') return storeData(context, call, { ...placing, base64: source.base64 })
  if (source.type === 'stored') return findStored(context, call, { ...placing, artifact_id: source.artifact_id })
  const described = describe(file)
  if (source.type === 'handle') {
    warnOf(context, 'file_not_loaded', `A ${file.kind} that is stored at a provider of models was replaced by its description.`)
    return described
  }
  warnOf(context, 'file_not_loaded', `A ${file.kind} at another address was replaced by its description. This server does not load addresses.`)
  return isWebAddress(source.url) ? { ...described, url: source.url } : described
}

const warnOf = ({ onWarning }: PfContext, code: string, text: string) => onWarning({ code, text })

const isWebAddress = (url: string) => url.length <= 2_048 && /^https?:\/\//i.test(url)

/** Returns a file whose content is not known. */
function describe({ kind, media_type, name }: IncomingFile): MessageFile {
  return { kind, media_type, ...(name === undefined ? {} : { name: cleanFileName(lastSegment(name), kind) }) }
}

const lastSegment = (path: string) => path.split(/[/\\]/).at(-1) ?? ''

/** Returns the id of an artifact that this server serves at the address; the address may be relative. */
function ownArtifact({ artifactUrl }: PfContext, { request }: Call, url: string): string | undefined {
  const at = URL.parse(url, request.url)
  const prefix = artifactUrl('')
  if (!at || at.origin !== new URL(request.url).origin || !at.pathname.startsWith(prefix)) return undefined
  const id = at.pathname.slice(prefix.length)
  return id === '' || id.includes('/') ? undefined : decodePercent(id)
}

/**
 * Stores the bytes of a part. Clients send the entire conversation with every message, so the same file is stored once. Threads do not share
 * files, so that a deleted thread takes its files with it.
 */
async function storeData(context: PfContext, { scope }: Call, { file, input, base64 }: Placing & { base64: string }): Promise<MessageFile> {
  const { artifacts, limits } = context
  if (!artifacts) {
    warnOf(context, 'part_dropped', `The content of a message part of kind ${file.kind} was dropped, because the handlers have no artifact store.`)
    return describe(file)
  }
  const bytes = decodeBase64(base64)
  if (!bytes) throw new FileRefused(invalidInput([{ code: 'invalid_input', pointer: file.pointer, expected: 'base64 of at least one byte' }]))
  if (bytes.length > limits.fileBytes) throw tooLarge(file, `at most ${limits.fileBytes} bytes`)
  const { name } = describe(file)
  try {
    return await storeFile(artifacts, scope, { bytes, name, declared: file.media_type, thread_id: input.thread_id, run_id: input.run_id })
  } catch (error) {
    if (PfError.isInstance(error) && error.code === 'too_large') throw tooLarge(file, 'a file for which the owner has space left')
    throw error
  }
}

/** A file of a message of a thread. `declared` is the type that the client names. */
interface FileContent {
  bytes: Uint8Array
  name: string | undefined
  declared: string
  thread_id: string
  run_id: string
}

/**
 * Stores a file of a message with the type of its content. Its id follows from owner, thread, name and content. Throws PfError `too_large`
 * if the owner has no space left.
 */
export async function storeFile(artifacts: ArtifactStore, scope: Scope, { bytes, name, declared, thread_id, run_id }: FileContent): Promise<MessageFile> {
  const hash = await sha256Hex(new TextEncoder().encode(JSON.stringify([ownerKey(scope), thread_id, name ?? null, await sha256Hex(bytes)])))
  const artifact_id = `file-${hash.slice(0, 32)}`
  const media_type = mediaTypeOf(bytes, { declared, name: name ?? '' })
  const meta =
    (await artifacts.head(scope, artifact_id)) ??
    (await artifacts.put(scope, bytes, { artifact_id, media_type, source_tool: 'upload', run_id, ...(name === undefined ? {} : { name }) }))
  return referenceTo(meta, media_type)
}

const tooLarge = ({ pointer }: IncomingFile, expected: string) =>
  new FileRefused(errorResponse({ status: 413, code: 'too_large', fields: { issues: [{ code: 'too_large', pointer, expected }] } }))

function referenceTo({ artifact_id, bytes, name }: ArtifactMeta, media_type: string): MessageFile {
  return { kind: kindOf(media_type), media_type, ...(name === undefined ? {} : { name: cleanFileName(name, 'file') }), artifact_id, bytes }
}

async function findStored(context: PfContext, { scope }: Call, { file, isNew, artifact_id }: Placing & { artifact_id: string }): Promise<MessageFile> {
  const { artifacts } = context
  const meta = await artifacts?.head(scope, artifact_id)
  if (artifacts && meta) return referenceTo(meta, await checkedType(artifacts, scope, meta))
  if (isNew) throw new FileRefused(notFound())
  warnOf(context, 'file_missing', 'A file of an earlier message is not in the artifact store. It was replaced by its description.')
  return describe(file)
}

/** Types that a model receives as bytes. The type of an uploaded file was declared by the browser, so its first bytes decide. */
const checkedTypes = /^(image\/(png|jpeg|gif|webp)|application\/pdf)$/
const signatureBytes = 64

async function checkedType(artifacts: ArtifactStore, scope: Scope, { artifact_id, media_type, bytes }: ArtifactMeta): Promise<string> {
  const declared = (media_type.split(';')[0] ?? '').trim().toLowerCase()
  if (!checkedTypes.test(declared) || bytes === 0) return declared
  const found = await artifacts.get(scope, artifact_id, { start: 0, end: Math.min(bytes, signatureBytes) - 1 })
  const start: number[] = []
  for await (const piece of found?.body ?? []) start.push(...piece.subarray(0, signatureBytes))
  return mediaTypeOf(new Uint8Array(start), { declared }) === declared ? declared : 'application/octet-stream'
}
