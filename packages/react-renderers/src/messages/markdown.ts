/** Messages of formatted text. */
export const markdownMessages = {
  table: 'Table',
  formula: 'Formula',
  manyFormulas: 'too many formulas',
  done: 'Done',
  open: 'Open',
  image: 'image',
  showImage: (host: string) => `Show image from ${host}`,
  more: (characters: number) => `The text goes on for ${characters} more characters, which are not shown.`,
}
