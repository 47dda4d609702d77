/** The number of options that may be chosen. */
export interface ChoiceBounds {
  min: number
  /** Undefined when there is no upper limit. */
  max: number | undefined
}

/** Messages of a choice. */
export const selectMessages = {
  choose: 'Choose',
  search: 'Search',
  searchIn: 'Search the options',
  noOptions: 'There are no options.',
  noMatch: 'No option matches.',
  one: 'Choose one.',
  oneOrNone: 'Choose one, or none.',
  several: ({ min, max }: ChoiceBounds) => {
    if (min === max) return `Choose ${min}.`
    if (max === undefined) return min === 0 ? 'Choose any number.' : `Choose at least ${min}.`
    return min === 0 ? `Choose up to ${max}.` : `Choose ${min} to ${max}.`
  },
  chosen: (count: number) => `${count} chosen.`,
  maxReached: 'Remove a choice to select another.',
  chooseFirst: 'Choose an option first.',
  more: (count: number) => `Choose ${count} more.`,
  noneChosen: 'No option was chosen.',
  rest: (count: number) => `and ${count} more`,
}
