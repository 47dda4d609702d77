/** Messages of formatted text. */
export const markdownMessages = {
  table: 'Table',
  formula: 'Formula',
  manyFormulas: 'too many formulas',
  done: 'Done',
  open: 'Open',
  image: 'image',
  showImage: (host: string) => `Show image from ${host}`,
  more: (characters: number) => `${characters} more characters are not shown.`,
}
