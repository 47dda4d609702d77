/** How many options may be chosen. */
export interface ChoiceBounds {
  min: number
  /** No more than `least` where only so many may be chosen; undefined where there is no limit. */
  max: number | undefined
}

/** Messages of a choice. */
export const selectMessages = {
  choose: 'Choose',
  search: 'Search',
  searchIn: 'Search the options',
  nothing: 'There is nothing to choose from.',
  noMatch: 'No option has these words.',
  one: 'Choose one.',
  oneOrNone: 'Choose one, or none.',
  several: ({ min, max }: ChoiceBounds) => {
    if (min === max) return `Choose ${min}.`
    if (max === undefined) return min === 0 ? 'Choose any number.' : `Choose at least ${min}.`
    return min === 0 ? `Choose up to ${max}.` : `Choose ${min} to ${max}.`
  },
  chosen: (count: number) => `${count} chosen.`,
  full: 'Take one away to choose another.',
  first: 'Choose one first.',
  more: (count: number) => `Choose ${count} more.`,
  noneChosen: 'Nothing was chosen.',
  rest: (count: number) => `and ${count} more`,
}
