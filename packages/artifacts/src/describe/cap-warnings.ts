/** Most warnings that one list carries. */
export const mostWarnings = 50

/** A list of at most `most` items; `more` writes the last one for those that are left out. */
export function cap<Item>(items: readonly Item[], more: (left: number) => Item, most: number = mostWarnings): Item[] {
  return items.length <= most ? [...items] : [...items.slice(0, most - 1), more(items.length - most + 1)]
}

/** The last warning of a list that was cut. */
export const moreWarnings = (left: number): string => `… ${left} more`
