import type { ArtifactPage, JsonValue } from '@pf/core'
import { isRecord, maxReferences, walkJson } from '@pf/core/internal'
import type { ShownComponent } from '../observe/observation.ts'

/** The rows behind a reference in the props of a component: the first 20,000, or fewer if they are long. */
export interface StoredRows {
  artifact_id: string
  /** Of the artifact: equal artifacts have equal values. */
  sha256: string
  /** JSON Pointer to the list in the artifact. */
  path: string
  items: readonly JsonValue[]
  /** Number of rows that are stored. */
  total: number
}

/** Reads a page of an artifact of the run, as `ArtifactStore` does. */
export type ReadPage = (artifact_id: string, path: string, offset: number, limit: number) => Promise<ArtifactPage | undefined>

const maxRows = 20_000
const pageRows = 1_000
const maxCharacters = 8_000_000

/** Reads the rows behind the references in the props of a component. References that lead to no list are left out. */
export async function readRows({ props }: Pick<ShownComponent, 'props'>, page: ReadPage): Promise<StoredRows[]> {
  const found = new Map<string, StoredRows>()
  let references = 0
  for (const { value } of walkJson(props)) {
    if (!isRecord(value) || typeof value.artifact_id !== 'string' || typeof value.sha256 !== 'string') continue
    if (++references > maxReferences) break
    const { artifact_id, sha256 } = value
    const path = typeof value.path === 'string' ? value.path : ''
    const key = JSON.stringify([artifact_id, path])
    const rows = found.has(key) ? undefined : await readList((offset) => page(artifact_id, path, offset, pageRows))
    if (rows) found.set(key, { artifact_id, sha256, path, ...rows })
  }
  return [...found.values()]
}

async function readList(read: (offset: number) => Promise<ArtifactPage | undefined>): Promise<Pick<StoredRows, 'items' | 'total'> | undefined> {
  const items: JsonValue[] = []
  let characters = 0
  for (;;) {
    const page = await read(items.length)
    if (!page) return undefined
    characters += JSON.stringify(page.items).length
    if (characters > maxCharacters) return { items, total: page.total }
    items.push(...page.items)
    if (page.items.length === 0 || items.length >= Math.min(page.total, maxRows)) return { items, total: page.total }
  }
}
