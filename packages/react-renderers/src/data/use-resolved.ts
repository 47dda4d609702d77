import type { JsonValue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { useEffect, useMemo, useState } from 'react'
import { useRendering } from '../context/pf-context.ts'
import { asReference, type RowsReference } from './as-reference.ts'
import { readPages } from './read-pages.ts'

/** A value with the rows of every stored artifact in it put in. */
export interface Resolved {
  value: unknown
  pending: boolean
  failed: boolean
  retry: () => void
}

const MAX_REFERENCES = 20
const MAX_DEPTH = 8

/** Reads stored artifacts that stand inside a value (chart data) and puts their rows in their place. */
export function useResolved(value: unknown): Resolved {
  const { client } = useRendering()
  const found = useMemo(() => references(value), [value])
  const [read, setRead] = useState<{ for: unknown; rows: ReadonlyMap<string, readonly JsonValue[]>; failed: boolean } | undefined>(undefined)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (found.length === 0 || attempt < 0) return undefined
    const reading = new AbortController()
    const done = (rows: ReadonlyMap<string, readonly JsonValue[]>, failed: boolean) => reading.signal.aborted || setRead({ for: found, rows, failed })
    const rows = new Map<string, readonly JsonValue[]>()
    const all = client
      ? Promise.all(found.map((reference) => readPages({ client, reference, signal: reading.signal, onRows: (page) => rows.set(keyOf(reference), page.rows) })))
      : Promise.reject(new Error('no client'))
    all.then(
      () => done(rows, false),
      () => done(rows, true),
    )
    return () => reading.abort()
  }, [found, client, attempt])
  return useMemo(() => {
    const retry = () => setAttempt((last) => last + 1)
    if (found.length === 0) return { value, pending: false, failed: false, retry }
    const own = read?.for === found ? read : undefined
    const failed = own?.failed ?? false
    return { value: own && !failed ? put(value, own.rows, 0) : value, pending: !own, failed, retry }
  }, [found, read, value])
}

const keyOf = (reference: RowsReference) => `${reference.artifact_id} ${reference.path}`

function references(value: unknown, depth = 0): RowsReference[] {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return []
  const own = asReference(value)
  if (own) return [own]
  // Long lists are data already; what they hold is no reference.
  const inner = Array.isArray(value) ? value.slice(0, 64) : Object.values(value)
  return inner.flatMap((item) => references(item, depth + 1)).slice(0, MAX_REFERENCES)
}

function put(value: unknown, rows: ReadonlyMap<string, readonly JsonValue[]>, depth: number): unknown {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return value
  const own = asReference(value)
  if (own) return rows.get(keyOf(own)) ?? []
  if (Array.isArray(value)) return value.length > 64 ? value : value.map((item) => put(item, rows, depth + 1))
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, put(item, rows, depth + 1)])) : value
}
