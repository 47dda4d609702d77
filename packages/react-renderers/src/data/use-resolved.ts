import type { JsonValue } from '@pf/core'
import { maxReferences } from '@pf/core/internal'
import { useEffect, useMemo, useState } from 'react'
import { useRendering } from '../context/pf-context.ts'
import { useMessages } from '../context/use-messages.ts'
import { dataMessages } from '../messages/data.ts'
import { type FoundReference, findReferences, replaceAt } from './find-references.ts'
import { MAX_ROWS, type RowsRead, readPages } from './read-pages.ts'

/** A value in which references to stored artifacts were replaced by their rows. */
export interface Resolved {
  value: unknown
  /** True while rows are still being read. */
  pending: boolean
  failed: boolean
  /** A message for the user if some of the referenced data was not loaded. */
  notice: string | undefined
  /** Reads again after a failure. */
  retry: () => void
}

interface ReadResult {
  for: readonly FoundReference[]
  results: readonly RowsRead[]
  failed: boolean
}

/** Reads the stored artifacts that a value refers to, at most `maxReferences` of them, and replaces the references by their rows. */
export function useResolved(value: unknown): Resolved {
  const { client, locale } = useRendering()
  const messages = useMessages('data', dataMessages)
  const found = useMemo(() => findReferences(value), [value])
  const [read, setRead] = useState<ReadResult | undefined>(undefined)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (found.length === 0 || attempt < 0) return undefined
    const reading = new AbortController()
    const done = (results: readonly RowsRead[], failed: boolean) => reading.signal.aborted || setRead({ for: found, results, failed })
    readAll(client, found.slice(0, maxReferences), reading.signal).then(
      (results) => done(results, false),
      () => done([], true),
    )
    return () => reading.abort()
  }, [found, client, attempt])
  return useMemo(() => {
    const retry = () => setAttempt((last) => last + 1)
    const result = read?.for === found ? read : undefined
    const complete = result && !result.failed ? result.results : []
    return {
      value: complete.reduce((whole, { rows }, index) => replaceAt(whole, found[index]?.path ?? [], rows), value),
      pending: found.length > 0 && !result,
      failed: result?.failed ?? false,
      notice: noticeOf(found.length, complete, { messages, locale }),
      retry,
    }
  }, [found, read, value, messages, locale])
}

type Client = ReturnType<typeof useRendering>['client']

async function readAll(client: Client, found: readonly FoundReference[], signal: AbortSignal): Promise<RowsRead[]> {
  if (!client) throw new Error('Stored rows cannot be loaded without a client.')
  return Promise.all(
    found.map(async ({ reference }) => {
      let last: RowsRead = { rows: [] as JsonValue[], total: 0, done: false }
      const onRows = (page: RowsRead) => {
        last = page
      }
      await readPages({ client, reference, signal, onRows })
      return last
    }),
  )
}

interface Wording {
  messages: typeof dataMessages
  locale: string | undefined
}

function noticeOf(references: number, results: readonly RowsRead[], { messages, locale }: Wording): string | undefined {
  const { format } = new Intl.NumberFormat(locale)
  const longest = Math.max(0, ...results.map(({ total }) => total))
  const notices = [
    references > maxReferences && messages.tooManyReferences({ count: format(references), max: format(maxReferences) }),
    longest > MAX_ROWS && messages.tooManyRows({ count: format(longest), max: format(MAX_ROWS) }),
  ]
  return notices.filter((notice) => notice !== false).join(' ') || undefined
}
