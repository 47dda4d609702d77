/** Messages of a data tree. `size` is a formatted number. */
export const jsonMessages = {
  data: 'Data',
  failed: 'The data of this tree could not be loaded.',
  items: (count: number, size: string) => `${size} ${count === 1 ? 'item' : 'items'}`,
  keys: (count: number, size: string) => `${size} ${count === 1 ? 'key' : 'keys'}`,
  characters: (count: number, size: string) => `${size} ${count === 1 ? 'character' : 'characters'}`,
  more: (size: string) => `Show more, ${size} left`,
  truncated: (rows: string) => `Only the first ${rows} lines are shown. Collapse some entries to see the rest.`,
}
