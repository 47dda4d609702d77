import { type ArtifactStore, type MessageFile, type ModelMedia, PfError, type Scope } from '@pf/core'
import { encodeBase64, joinBytes } from '@pf/core/internal'
import type { Model, ModelMessage } from '../model/model.ts'
import { describeFile, textWithFiles } from '../prompt/file-text.ts'

/** Limits of one request: the newest files are sent first, and the text form of a text file is cut. */
export const fileLimits = { files: 20, bytes: 20_000_000, textBytes: 16_000, allTextBytes: 64_000 }

/** Types whose text is shown to every model. */
const textTypes = /^(text\/[a-z0-9.+-]+|application\/(json|x-ndjson)|image\/svg\+xml)$/

/** The messages of a request with what the model takes of their files, and a warning for each new file that it cannot read. */
export interface AttachedFiles {
  messages: readonly ModelMessage[]
  warnings: string[]
}

interface Source {
  model: Model
  artifacts: Pick<ArtifactStore, 'get'>
  scope: Scope
  /** The files of the current question. Older ones cause no warning, because the run that received them has warned. */
  newFiles: ReadonlySet<MessageFile>
}

/**
 * Adds the files of the messages to a request. A file of a type that the model takes is sent as bytes, a text file as its beginning, and
 * any other file as a description. Files are read from the store as the owner of the run. Rejects with PfError `store_failed`.
 */
export async function attachFiles(messages: readonly ModelMessage[], source: Source): Promise<AttachedFiles> {
  if (!messages.some(({ files }) => files)) return { messages, warnings: [] }
  const left = { files: fileLimits.files, bytes: fileLimits.bytes, text: fileLimits.allTextBytes }
  const warnings: string[] = []
  const attached: ModelMessage[] = []
  // The newest files matter most, so they use the limits first.
  for (const message of messages.toReversed()) {
    const { files, ...rest } = message
    if (!files) attached.unshift(message)
    else {
      const forms: Form[] = []
      for (const file of files) forms.push(await formOf(file, source, left))
      warnings.push(...forms.flatMap(({ warning }, index) => (warning !== undefined && source.newFiles.has(files[index] as MessageFile) ? [warning] : [])))
      attached.unshift({ ...rest, ...withForms(message, files, forms) })
    }
  }
  return { messages: attached, warnings }
}

/** What a request has of one file. */
interface Form {
  line: string
  media?: ModelMedia
  warning?: string
}

async function formOf(file: MessageFile, { model, artifacts, scope }: Source, left: { files: number; bytes: number; text: number }): Promise<Form> {
  const { artifact_id, media_type, name, bytes = 0 } = file
  if (artifact_id === undefined) return unread(file, file.url === undefined ? 'its content is not available' : 'its content was not loaded')
  const isText = textTypes.test(media_type)
  const isTaken = model.accepts?.includes(media_type) === true
  if (!isTaken && !isText) return unread(file, `this model cannot read ${kinds[file.kind]}`)
  if (isTaken && (left.files === 0 || bytes > left.bytes)) return unread(file, 'not sent, because the request has too many files')
  if (!isTaken && left.text <= 0) return { line: describeFile(file, 'its text is not included') }
  const limit = Math.min(fileLimits.textBytes, left.text)
  const data = await readFile(() => artifacts.get(scope, artifact_id, !isTaken && bytes > limit ? { start: 0, end: limit - 1 } : undefined))
  if (!data) return unread(file, 'the stored file is no longer there')
  if (!isTaken) {
    left.text -= data.byteLength
    return { line: textForm(file, new TextDecoder().decode(data), bytes > limit) }
  }
  left.files -= 1
  left.bytes -= data.byteLength
  return { line: describeFile(file), media: { media_type, data: encodeBase64(data), ...(name === undefined ? {} : { name }) } }
}

async function readFile(get: () => ReturnType<ArtifactStore['get']>): Promise<Uint8Array<ArrayBuffer> | undefined> {
  try {
    const found = await get()
    return found && (await joinBytes(found.body))
  } catch (cause) {
    throw new PfError('store_failed', 'A file of the conversation could not be read from its store.', { cause })
  }
}

const kinds = { image: 'images', audio: 'audio', video: 'videos', document: 'files of this type' } satisfies Record<MessageFile['kind'], string>

function unread(file: MessageFile, remark: string): Form {
  return { line: describeFile(file, remark), warning: `The model did not receive the content of ${titleOf(file)}: ${remark}.` }
}

const plainLine = (text: string) =>
  text
    .replaceAll(/\p{C}+/gu, ' ')
    .toWellFormed()
    .slice(0, 120)

/** Returns the name of a file, or its type, for a warning to the user. */
const titleOf = ({ kind, name, media_type }: MessageFile) => (name === undefined ? `a file (${kind}, ${media_type})` : `“${plainLine(name)}”`)

/** The text of a file as data: a JSON string cannot end early or look like the text of the user. */
function textForm(file: MessageFile, text: string, isCut: boolean): string {
  // The last character of a cut text may be a part of one.
  const shown = isCut ? text.replace(/\uFFFD+$/, '') : text
  const remark = isCut ? 'its beginning follows as a JSON string; a tool can read all of it' : 'its text follows as a JSON string'
  return `${describeFile(file, remark)}\n${JSON.stringify(shown.toWellFormed())}`
}

/** Replaces the descriptions at the end of a message by the forms. A message that was shortened or changed keeps its text, and the forms follow it. */
function withForms({ content }: ModelMessage, files: readonly MessageFile[], forms: readonly Form[]): Pick<ModelMessage, 'content' | 'media'> {
  const descriptions = textWithFiles('', files)
  const said = content.endsWith(descriptions) ? content.slice(0, content.length - descriptions.length).replace(/\n$/, '') : content
  const media = forms.flatMap((form) => form.media ?? [])
  return { content: [...(said === '' ? [] : [said]), ...forms.map(({ line }) => line)].join('\n'), ...(media.length > 0 ? { media } : {}) }
}
