import type { ComponentText } from './component-text.ts'
import { textAt } from './parts.ts'

/** Markdown is readable as it is; `short` is its beginning without the marks. */
export const markdownText: ComponentText = {
  full: (props) => textAt(props, 'content'),
  short: (props) => plain(textAt(props, 'content').slice(0, 1000)),
}

/** Only for short text: some of these patterns are not linear. */
const plain = (text: string) =>
  text
    .replaceAll(/<[^<>]{0,200}>/g, '')
    .replaceAll(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replaceAll(/^[ \t]*(?:#{1,6}|>|[-*+] \[[ xX]\]|[-*+]|```\w*)[ \t]*/gm, '')
    .replaceAll(/[*_`~|]+/g, '')
