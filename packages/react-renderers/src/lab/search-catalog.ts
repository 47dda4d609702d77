import type { CatalogComponent } from '@pf/core'

/** Components of one category, in the order of the catalogue. */
export interface CatalogGroup {
  category: string
  components: readonly CatalogComponent[]
}

/** Those whose name, category, tags or description hold every word, by category. */
export function searchCatalog(components: readonly CatalogComponent[], query: string): CatalogGroup[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const groups = new Map<string, CatalogComponent[]>()
  for (const component of components) {
    const { name, category, tags, description } = component
    const text = [name, category, ...tags, description].join(' ').toLowerCase()
    if (words.every((word) => text.includes(word))) groups.set(category, [...(groups.get(category) ?? []), component])
  }
  return [...groups].map(([category, members]) => ({ category, components: members }))
}
