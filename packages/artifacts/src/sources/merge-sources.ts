import type { Source } from '@pf/core'
import { parseUrl, readSource } from './read-source.ts'

/** Most sources a list keeps. */
export const maxSources = 200

/** Several lists as one, each source once (same URL, else same title and snippet): first place, first values, gaps filled from later ones. At most 200. */
export function mergeSources(...lists: readonly (readonly unknown[])[]): Source[] {
  const merged = new Map<string, Source>()
  for (const list of lists) {
    for (const value of list) {
      const source = readSource(value)
      const key = source && keyOf(source)
      if (source && key !== undefined && (merged.has(key) || merged.size < maxSources)) merged.set(key, combine(merged.get(key), source))
    }
  }
  return [...merged.values()]
}

function combine(first: Source | undefined, later: Source): Source {
  return first ? { ...later, ...first, title: first.title === first.url ? later.title : first.title } : later
}

function keyOf({ url, title, snippet }: Source): string {
  return url === undefined ? JSON.stringify([title, snippet]) : (parseUrl(url)?.href ?? url)
}
