import { isRecord } from '@pf/core/internal'

/** One line of the tree. */
export interface JsonRow {
  /** JSON Pointer of the value; `more` lines have a suffix. */
  path: string
  depth: number
  /** Key or index; '' for the root. */
  name: string
  value: unknown
  /** `branch` is an object or array, `text` a long string that can be expanded, `leaf` any other value, `more` a button for further entries. */
  kind: 'branch' | 'text' | 'leaf' | 'more'
  open: boolean
  /** Number of entries of a branch, of characters of a text, or of remaining entries of `more`. */
  size: number
  /** Position among its siblings, starting at 1, and the number of siblings. */
  position: number
  setSize: number
}

/** The state of the tree. */
export interface JsonView {
  expandLevel: number
  sortKeys: boolean
  /** Branches that the user opened or closed, by pointer. */
  toggled: ReadonlyMap<string, boolean>
  /** Number of visible entries of branches for which the user requested more. */
  shown: ReadonlyMap<string, number>
}

/** Number of entries of a branch that are visible initially. */
export const STEP = 100
/** Maximum number of lines that are open initially. */
const MAX_INITIAL_ROWS = 400
/** Maximum number of lines that are rendered. */
export const MAX_ROWS = 5_000
const MAX_INLINE_LENGTH = 240

interface Item extends Pick<JsonRow, 'path' | 'depth' | 'name' | 'value' | 'position' | 'setSize'> {
  more?: number
}

/** Returns the lines of a tree from top to bottom. If there are more than `MAX_ROWS`, the result has one line more than that. */
export function jsonRows(root: unknown, view: JsonView): JsonRow[] {
  const rows: JsonRow[] = []
  const stack: Item[] = [{ path: '', depth: 0, name: '', value: root, position: 1, setSize: 1 }]
  for (let item = stack.pop(); item && rows.length <= MAX_ROWS; item = stack.pop()) {
    const row = rowOf(item, view, rows.length + stack.length)
    rows.push(row)
    if (row.kind === 'branch' && row.open) stack.push(...children(row, view).reverse())
  }
  return rows
}

function rowOf({ more, ...item }: Item, view: JsonView, above: number): JsonRow {
  if (more !== undefined) return { ...item, kind: 'more', open: false, size: more }
  const { value, path, depth } = item
  const size = sizeOf(value)
  const kind = size === undefined ? (typeof value === 'string' && value.length > MAX_INLINE_LENGTH ? 'text' : 'leaf') : size > 0 ? 'branch' : 'leaf'
  const byDefault = kind === 'branch' && depth < view.expandLevel && above + Math.min(size ?? 0, STEP) <= MAX_INITIAL_ROWS
  return { ...item, kind, open: view.toggled.get(path) ?? byDefault, size: size ?? (typeof value === 'string' ? value.length : 0) }
}

const sizeOf = (value: unknown): number | undefined => (Array.isArray(value) ? value.length : isRecord(value) ? Object.keys(value).length : undefined)

function children({ path, depth, value }: JsonRow, { sortKeys, shown }: JsonView): Item[] {
  const names = Array.isArray(value) ? [...value.keys()].map(String) : keysOf(value, sortKeys)
  const visible = shown.get(path) ?? STEP
  const setSize = names.length
  const items = names.slice(0, visible).map((name, index): Item => {
    const inner = Object.getOwnPropertyDescriptor(value, name)?.value as unknown
    return { path: `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, depth: depth + 1, name, value: inner, position: index + 1, setSize }
  })
  const left = setSize - visible
  return left > 0 ? [...items, { path: `${path} more`, depth: depth + 1, name: '', value: path, position: setSize, setSize, more: left }] : items
}

const keysOf = (value: unknown, sort: boolean) => {
  const keys = isRecord(value) ? Object.keys(value) : []
  return sort ? keys.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)) : keys
}
