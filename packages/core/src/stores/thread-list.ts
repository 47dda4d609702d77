import type { Lease } from '../contracts/leases.ts'
import type { Scope } from '../contracts/owner.ts'
import type { RunStore, ThreadEntry } from '../contracts/ports.ts'
import type { ThreadDeletion, ThreadPage, ThreadQuery, ThreadRecord } from '../contracts/threads.ts'
import { PfError } from '../errors/pf-error.ts'
import { truncateText } from '../json/utf8.ts'

/** Limits of the thread list. Lengths are in UTF-16 units. */
const maxPage = 100
const defaultPage = 30
const maxTitle = 200
const maxFirstTitle = 80
const maxSearch = 200
const maxSearchedText = 20_000

/** Where a page begins: behind the thread that was changed at `updated` and has the number `n`. */
export interface ThreadPosition {
  updated: number
  n: number
}

/** A query whose parts have been checked. */
export interface ReadThreadQuery {
  limit: number
  after?: ThreadPosition
  /** As `searchableText` writes it; absent when all threads are wanted. */
  search?: string
}

/** Reads a query, which may come from a browser. Throws PfError `invalid_input` with an issue for each fault. */
export function readThreadQuery({ limit = defaultPage, cursor, search = '' }: ThreadQuery = {}): ReadThreadQuery {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const issues = [
    ...(Number.isInteger(limit) && limit >= 1 && limit <= maxPage ? [] : [issue('/limit', `a whole number from 1 to ${maxPage}`)]),
    ...(cursor === undefined || after ? [] : [issue('/cursor', 'the `next` of a page')]),
    ...(typeof search === 'string' && search.length <= maxSearch ? [] : [issue('/search', `a text of at most ${maxSearch} characters`)]),
  ]
  if (issues.length > 0) throw new PfError('invalid_input', 'The list of threads cannot be read. `issues` says what was expected.', { fields: { issues } })
  const text = searchableText(search)
  return { limit, ...(after ? { after } : {}), ...(text === '' ? {} : { search: text }) }
}

/** A page of rows, of which one more than `limit` was read. */
export function toThreadPage(rows: readonly (ThreadRecord & { n: number })[], limit: number): ThreadPage {
  const threads = rows.slice(0, limit)
  const last = threads.at(-1)
  const records = threads.map(({ thread_id, title, created, updated }) => ({ thread_id, title, created, updated }))
  return last && rows.length > limit ? { threads: records, next: `${last.updated}.${last.n}` } : { threads: records }
}

/** A title as it is stored: one line. Throws PfError `invalid_input` for one that is empty or too long. */
export function readTitle(title: unknown): string {
  const line = typeof title === 'string' ? toLine(title) : ''
  if (line !== '' && line.length <= maxTitle) return line
  const issues = [issue('/title', `a text of 1 to ${maxTitle} characters`)]
  throw new PfError('invalid_input', `A title has 1 to ${maxTitle} characters that are not white space.`, { fields: { issues } })
}

/** The title that entries give to their thread, which they put on the list; undefined when they hold no message of the user for it. */
export function titleOfEntries(entries: readonly ThreadEntry[]): string | undefined {
  const titles = entries.filter(({ role, unlisted }) => role === 'user' && !unlisted).map(({ text }) => firstTitle(text))
  return titles.find((title) => title !== '') ?? titles[0]
}

/** Text in which `search` is looked for: equal for texts that differ in case, width or white space. */
export function searchableText(text: string): string {
  return toLine(text.slice(0, maxSearchedText).normalize('NFKC').toLowerCase())
}

/** The searchable text of an entry; undefined for the results of tools, which the user has not seen as messages. */
export const searchableEntry = ({ role, text }: ThreadEntry): string | undefined => (role === 'tool' ? undefined : searchableText(text))

/** How long a deletion keeps new runs from beginning, and how long it waits for one that is about to, in milliseconds. */
const deletionTtlMs = 30_000
const deletionWaitMs = 2_000

/** Deletes a thread while no run can begin on it. `remove` deletes what is stored, unless a run is at work. */
export async function deleteThread(
  storage: Pick<RunStore, 'lease' | 'release'>,
  { scope, thread_id }: { scope: Scope; thread_id: string },
  remove: (lease: Lease) => Promise<ThreadDeletion>,
): Promise<ThreadDeletion> {
  const leased = await storage.lease(scope, { kind: 'thread', thread_id }, { ttlMs: deletionTtlMs, waitMs: deletionWaitMs })
  if (leased.status !== 'granted') return { status: 'busy' }
  try {
    return await remove(leased.lease)
  } finally {
    await storage.release(scope, leased.lease)
  }
}

function firstTitle(text: string): string {
  const line = toLine(text.slice(0, 10 * maxFirstTitle))
  if (line.length <= maxFirstTitle) return line
  const cut = line.slice(0, maxFirstTitle)
  const end = cut.lastIndexOf(' ')
  return end > maxFirstTitle / 2 ? `${cut.slice(0, end)}…` : truncateText(line, maxFirstTitle)
}

/** One line without control characters and without halves of surrogate pairs, which databases refuse. */
function toLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

function readCursor(cursor: unknown): ThreadPosition | undefined {
  const [, updated, n] = /^(\d{1,16})\.(\d{1,16})$/.exec(String(cursor)) ?? []
  const position = { updated: Number(updated), n: Number(n) }
  return Number.isSafeInteger(position.updated) && Number.isSafeInteger(position.n) ? position : undefined
}

const issue = (pointer: string, expected: string) => ({ code: 'invalid_input', pointer, expected })
