import type { Conversation } from '@pf/testing'
import Papa from 'papaparse'
import { columnNames } from '../../data/read-csv.ts'

/** A file as the model reads of it in the text of a message. */
export interface SentFile {
  kind: string
  name: string
  media_type: string
  /** The id of the stored file; absent for a file that is not stored. */
  id?: string
  /** The names in the header line of a CSV file. */
  columns?: readonly string[]
}

/** The facts follow the name, which may look like facts itself, so the last ones count. */
const description =
  /^\[(image|audio|video|document)(?: (.*))?, ([\w.+-]+\/[\w.+-]+)(?:, [\d.]+ (?:bytes|kB|MB))?(?:, file ([\w-]+)|, address [^\]]*)?(?:: [^:\]]*)?\]$/

/** Returns the files of a message and the text before their descriptions. */
export function readMessage(text: string): { question: string; files: SentFile[] } {
  const lines = text.split('\n')
  const at = lines.findIndex((line) => description.test(line))
  if (at < 0) return { question: text, files: [] }
  const files = lines.flatMap((line, index) => {
    const [found, kind = '', name = '', media_type = '', id] = description.exec(line) ?? []
    if (found === undefined) return []
    const columns = media_type === 'text/csv' ? headerOf(lines[index + 1]) : undefined
    return [{ kind, name, media_type, ...(id === undefined ? {} : { id }), ...(columns ? { columns } : {}) }]
  })
  return { question: lines.slice(0, at).join('\n').trim(), files }
}

/** Reads the header from the JSON string that contains the beginning of the file. */
function headerOf(line: string | undefined): string[] | undefined {
  try {
    const text: unknown = JSON.parse(line ?? '')
    const [header] = typeof text === 'string' ? Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { preview: 1, skipEmptyLines: 'greedy' }).data : []
    return header && columnNames(header)
  } catch {
    return undefined
  }
}

/** Returns the last question with its files, and the newest CSV file of the conversation. */
export function readFiles({ lastUser, earlierUsers }: Pick<Conversation, 'lastUser' | 'earlierUsers'>) {
  const last = readMessage(lastUser)
  const all = [...earlierUsers, lastUser].flatMap((text) => readMessage(text).files)
  return { ...last, table: all.findLast(({ columns, id }) => columns !== undefined && id !== undefined) }
}
