import { type KeyboardEvent, useMemo, useState } from 'react'
import { type JsonRow, type JsonView, jsonRows, MAX_ROWS, STEP } from './json-rows.ts'

/** The visible lines of a tree and its actions. */
export interface JsonTree {
  rows: readonly JsonRow[]
  /** True when the tree has more open lines than are rendered. */
  truncated: boolean
  /** Pointer of the line that is in the tab order. */
  current: string
  focus(path: string): void
  activate(row: JsonRow): void
  /** Handles the keys of a tree view. Returns the pointer of the line to focus. */
  onKey(event: KeyboardEvent, row: JsonRow): string | undefined
}

const foldable = ({ kind }: JsonRow) => kind === 'branch' || kind === 'text'

/** The state of a tree, which is kept while the value grows. */
export function useJsonTree(value: unknown, expandLevel: number, sortKeys: boolean): JsonTree {
  const [toggled, setToggled] = useState<JsonView['toggled']>(new Map())
  const [shown, setShown] = useState<JsonView['shown']>(new Map())
  const [focused, setFocused] = useState('')
  const all = useMemo(() => jsonRows(value, { expandLevel, sortKeys, toggled, shown }), [value, expandLevel, sortKeys, toggled, shown])
  const truncated = all.length > MAX_ROWS
  const rows = useMemo(() => (truncated ? all.slice(0, MAX_ROWS) : all), [all, truncated])
  const current = rows.some((row) => row.path === focused) ? focused : ''
  const set = (path: string, open: boolean) => setToggled(new Map([...toggled, [path, open]]))
  function activate(row: JsonRow) {
    if (foldable(row)) set(row.path, !row.open)
    if (row.kind !== 'more') return
    const path = String(row.value)
    setShown(new Map([...shown, [path, (shown.get(path) ?? STEP) * 2]]))
    setFocused(rows[rows.indexOf(row) - 1]?.path ?? '')
  }
  function arrow(name: string, row: JsonRow): JsonRow | undefined {
    const at = rows.indexOf(row)
    if (name === 'ArrowDown') return rows[at + 1]
    if (name === 'ArrowUp') return rows[at - 1]
    if (name === 'Home') return rows[0]
    if (name === 'End') return rows.at(-1)
    if (name === 'ArrowRight' && row.open) return row.kind === 'branch' ? rows[at + 1] : undefined
    if (name === 'ArrowLeft' && !(foldable(row) && row.open)) return rows.slice(0, at).findLast((above) => above.depth < row.depth)
    return undefined
  }
  return {
    rows,
    truncated,
    current,
    focus: setFocused,
    activate,
    onKey(event, row) {
      const next = arrow(event.key, row)
      if (event.key === 'ArrowRight' && foldable(row) && !row.open) set(row.path, true)
      else if (event.key === 'ArrowLeft' && foldable(row) && row.open) set(row.path, false)
      else if (event.key === 'Enter' || event.key === ' ') activate(row)
      else if (!next) return undefined
      event.preventDefault()
      if (next) setFocused(next.path)
      return next?.path
    },
  }
}
