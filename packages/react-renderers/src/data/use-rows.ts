import type { JsonValue } from '@pf/core'
import { useEffect, useMemo, useState } from 'react'
import { useRendering } from '../context/pf-context.ts'
import { asReference } from './as-reference.ts'
import { type RowsRead, readPages } from './read-pages.ts'

/** The rows for a renderer, inline or stored. */
export interface Rows extends RowsRead {
  /** True if the rows could not be read. */
  failed: boolean
  /** Reads again after a failure. */
  retry: () => void
}

const NO_ROWS: readonly JsonValue[] = []
const EMPTY: RowsRead = { rows: NO_ROWS, total: 0, done: false }

/** Returns inline rows unchanged, and reads stored rows page by page through the client. Returns no rows for any other value. */
export function useRows(value: unknown): Rows {
  const { client } = useRendering()
  // Validated props are frozen: a new object is new data, unless it is an equal reference.
  const found = asReference(value)
  const address = found ? JSON.stringify(found) : undefined
  const [read, setRead] = useState<RowsRead & { address?: string | undefined; failed: boolean }>({ ...EMPTY, failed: false })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const reference = address === undefined ? undefined : asReference(JSON.parse(address))
    if (!reference || attempt < 0) return undefined
    const reading = new AbortController()
    const failed = () => reading.signal.aborted || setRead((last) => ({ ...(last.address === address ? last : EMPTY), address, failed: true }))
    if (client) {
      const onRows = (rows: RowsRead) => setRead({ ...rows, address, failed: false })
      readPages({ client, reference, signal: reading.signal, onRows }).catch(failed)
    } else failed()
    return () => reading.abort()
  }, [address, client, attempt])
  return useMemo(() => {
    const retry = () => setAttempt((last) => last + 1)
    if (address !== undefined) return read.address === address ? { ...read, retry } : { ...EMPTY, failed: false, retry }
    const rows = Array.isArray(value) ? (value as readonly JsonValue[]) : NO_ROWS
    return { rows, total: rows.length, done: Array.isArray(value), failed: false, retry }
  }, [address, read, value])
}
