import type { MessageFile } from '@pf/core'
import type { ModelMessage } from '../model/model.ts'

/** Describes a file in one line: `[image chart.png, image/png, 20 kB, file upload-1]`, with a remark about what became of it. */
export function describeFile(file: MessageFile, remark?: string): string {
  const { kind, name, media_type, bytes, artifact_id, url } = file
  const place = artifact_id === undefined ? (url === undefined ? undefined : `address ${oneLine(url)}`) : `file ${artifact_id}`
  const facts = [media_type, ...(bytes === undefined ? [] : [sizeOf(bytes)]), ...(place === undefined ? [] : [place])].join(', ')
  return `[${kind}${name === undefined ? '' : ` ${oneLine(name)}`}, ${facts}${remark === undefined ? '' : `: ${remark}`}]`
}

/** Text of a client inside a description: it cannot end the description or begin another line. */
const oneLine = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[\p{C}[\]]/gu, '_')
    .slice(0, 300)

const sizeOf = (bytes: number) =>
  bytes < 1_000 ? `${bytes} bytes` : bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/** Returns the text of a user message with a description of each of its files. */
export function textWithFiles(text: string, files: readonly MessageFile[] = []): string {
  return [...(text.trim() === '' && files.length > 0 ? [] : [text.toWellFormed()]), ...files.map((file) => describeFile(file))].join('\n')
}

/** Returns a user message for the model, with its files as references. */
export function userMessage({ content, files }: { content: string; files?: readonly MessageFile[] }): ModelMessage {
  return files && files.length > 0 ? { role: 'user', content: textWithFiles(content, files), files } : { role: 'user', content: content.toWellFormed() }
}
