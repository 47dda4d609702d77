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

/** The start of a page: the first thread after the one that was changed at `updated` and has the number `n`. */
export interface ThreadPosition {
  updated: number
  n: number
}

/** A validated query. */
export interface ReadThreadQuery {
  limit: number
  after?: ThreadPosition
  /** The normalized text of `searchableText`; absent if all threads are selected. */
  search?: string
}

/** Validates a query, which may come from a browser. Throws PfError `invalid_input` with an issue for each fault. */
export function readThreadQuery({ limit = defaultPage, cursor, search = '' }: ThreadQuery = {}): ReadThreadQuery {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const issues = [
    ...(Number.isInteger(limit) && limit >= 1 && limit <= maxPage ? [] : [issue('/limit', `an integer from 1 to ${maxPage}`)]),
    ...(cursor === undefined || after ? [] : [issue('/cursor', 'the `next` of a page')]),
    ...(typeof search === 'string' && search.length <= maxSearch ? [] : [issue('/search', `a string of at most ${maxSearch} characters`)]),
  ]
  if (issues.length > 0) throw new PfError('invalid_input', 'The query of the thread list is invalid. `issues` lists the faults.', { fields: { issues } })
  const text = searchableText(search)
  return { limit, ...(after ? { after } : {}), ...(text === '' ? {} : { search: text }) }
}

/** Converts rows to a page. The rows include one more than `limit` if there is a next page. */
export function toThreadPage(rows: readonly (ThreadRecord & { n: number })[], limit: number): ThreadPage {
  const threads = rows.slice(0, limit)
  const last = threads.at(-1)
  const records = threads.map(({ thread_id, title, created, updated }) => ({ thread_id, title, created, updated }))
  return last && rows.length > limit ? { threads: records, next: `${last.updated}.${last.n}` } : { threads: records }
}

/** Returns a title as stored, in one line. Throws PfError `invalid_input` for a title that is empty or too long. */
export function readTitle(title: unknown): string {
  const line = typeof title === 'string' ? toLine(title) : ''
  if (line !== '' && line.length <= maxTitle) return line
  const issues = [issue('/title', `a string of 1 to ${maxTitle} characters`)]
  throw new PfError('invalid_input', `A title must have 1 to ${maxTitle} characters that are not white space.`, { fields: { issues } })
}

/** Returns the title that entries give to their thread; undefined if they contain no user message that adds the thread to the list. */
export function titleOfEntries(entries: readonly ThreadEntry[]): string | undefined {
  const titles = entries.filter(({ role, unlisted }) => role === 'user' && !unlisted).map(({ text }) => firstTitle(text))
  return titles.find((title) => title !== '') ?? titles[0]
}

/** Normalizes text for the search. Texts that differ only in case, width or white space give the same result. */
export function searchableText(text: string): string {
  return toLine(text.slice(0, maxSearchedText).normalize('NFKC').toLowerCase())
}

/** Returns the searchable text of an entry; undefined for tool results, which the user has not seen as messages. */
export const searchableEntry = ({ role, text }: ThreadEntry): string | undefined => (role === 'tool' ? undefined : searchableText(text))

/** Milliseconds during which a deletion prevents new runs, and milliseconds for which it waits for a run that is about to begin. */
const deletionTtlMs = 30_000
const deletionWaitMs = 2_000

/** Deletes a thread while no run can begin on it. `remove` deletes the stored data, unless a run is active. */
export async function deleteThread(
  storage: Pick<RunStore, 'lease' | 'release'>,
  { scope, threadId }: { scope: Scope; threadId: string },
  remove: (lease: Lease) => Promise<ThreadDeletion>,
): Promise<ThreadDeletion> {
  const leased = await storage.lease(scope, { kind: 'thread', thread_id: threadId }, { ttlMs: deletionTtlMs, waitMs: deletionWaitMs })
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

/** Returns one line without control characters and lone surrogates, which databases refuse. */
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
