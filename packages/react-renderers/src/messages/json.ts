/** Messages of a tree of data; `size` is a number as it is written. */
export const jsonMessages = {
  data: 'Data',
  failed: 'The data behind this tree did not load.',
  items: (count: number, size: string) => `${size} ${count === 1 ? 'item' : 'items'}`,
  keys: (count: number, size: string) => `${size} ${count === 1 ? 'key' : 'keys'}`,
  characters: (count: number, size: string) => `${size} ${count === 1 ? 'character' : 'characters'}`,
  more: (size: string) => `Show more, ${size} left`,
  truncated: (rows: string) => `Only the first ${rows} lines are shown. Close some of the open entries to see the rest.`,
}
