/** The beginning of a markdown text without its marks; looks at 1,000 characters, for some of these patterns are not linear. */
export const plainMarkdown = (text: string): string =>
  text
    .slice(0, 1000)
    .replaceAll(/<[^<>]{0,200}>/g, '')
    .replaceAll(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/^[ \t]*(?:#{1,6}|>|[-*+] \[[ xX]\]|[-*+]|```\w*)[ \t]*/gm, '')
    .replaceAll(/[*_`~|]+/g, '')
