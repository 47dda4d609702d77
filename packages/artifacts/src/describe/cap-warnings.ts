/** Maximum number of warnings in one list. */
export const maxWarnings = 50

/** Returns a list of at most `max` items. If items are omitted, the last item is the result of `more`, which receives their number. */
export function cap<Item>(items: readonly Item[], more: (left: number) => Item, max: number = maxWarnings): Item[] {
  return items.length <= max ? [...items] : [...items.slice(0, max - 1), more(items.length - max + 1)]
}

/** Returns the last warning of a truncated list. */
export const moreWarnings = (left: number): string => `… ${left} more`
