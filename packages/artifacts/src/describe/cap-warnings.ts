/** Most warnings that one list carries. */
export const maxWarnings = 50

/** A list of at most `most` items; `more` writes the last one for those that are left out. */
export function cap<Item>(items: readonly Item[], more: (left: number) => Item, max: number = maxWarnings): Item[] {
  return items.length <= max ? [...items] : [...items.slice(0, max - 1), more(items.length - max + 1)]
}

/** The last warning of a list that was cut. */
export const moreWarnings = (left: number): string => `… ${left} more`
