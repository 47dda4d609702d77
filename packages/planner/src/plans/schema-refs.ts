import { isRecord, readPointer, walkJson } from '@pf/core'

/** What a `$ref` leads to. */
export type RefTarget = { found: true; schema: unknown } | { found: false }

const nowhere: RefTarget = { found: false }

/** Follows references inside one schema document: `#`, `#/…` and `#anchor`. Whatever points out of it is not fetched and not found. */
export function createRefReader(document: unknown): (ref: string) => RefTarget {
  let anchors: Map<string, unknown> | undefined
  return (ref) => {
    const fragment = fragmentOf(ref, document)
    if (fragment === undefined) return nowhere
    if (fragment === '') return { found: true, schema: document }
    if (fragment.startsWith('/')) return atPointer(document, fragment)
    anchors ??= anchorsOf(document)
    return anchors.has(fragment) ? { found: true, schema: anchors.get(fragment) } : nowhere
  }
}

/** The part behind `#` of a reference into this very document; undefined for any other document. */
function fragmentOf(ref: string, document: unknown): string | undefined {
  const cut = ref.indexOf('#')
  const base = cut === -1 ? ref : ref.slice(0, cut)
  if (base !== '' && !(isRecord(document) && document.$id === base)) return undefined
  try {
    return cut === -1 ? '' : decodeURIComponent(ref.slice(cut + 1))
  } catch {
    return undefined
  }
}

function atPointer(document: unknown, pointer: string): RefTarget {
  const read = readPointer(document, pointer)
  return read.found ? { found: true, schema: read.value } : nowhere
}

function anchorsOf(document: unknown): Map<string, unknown> {
  const anchors = new Map<string, unknown>()
  try {
    for (const { value } of walkJson(document, { maxDepth: 200 })) {
      if (isRecord(value) && typeof value.$anchor === 'string' && !anchors.has(value.$anchor)) anchors.set(value.$anchor, value)
    }
  } catch {
    // Deeper than anybody writes: what was found until there holds.
  }
  return anchors
}
