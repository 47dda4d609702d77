import type { ComponentText } from '../contracts/component-text.ts'
import { textAt } from './parts.ts'

/** Returns the beginning of a markdown text without its markup. Reads only 1,000 characters, because some of these patterns are not linear. */
export const plainMarkdown = (text: string): string =>
  text
    .slice(0, 1000)
    .replaceAll(/<[^<>]{0,200}>/g, '')
    .replaceAll(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/^[ \t]*(?:#{1,6}|>|[-*+] \[[ xX]\]|[-*+]|```\w*)[ \t]*/gm, '')
    .replaceAll(/[*_`~|]+/g, '')

/** Markdown is readable without rendering. `short` is its beginning without the markup. */
export const markdownText: ComponentText = {
  full: (props) => textAt(props, 'content'),
  short: (props) => plainMarkdown(textAt(props, 'content')),
}
