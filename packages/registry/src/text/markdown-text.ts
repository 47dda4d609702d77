import type { ComponentText } from '../contracts/component-text.ts'
import { textAt } from './parts.ts'
import { plainMarkdown } from './plain-markdown.ts'

/** Markdown is readable as it is; `short` is its beginning without the marks. */
export const markdownText: ComponentText = {
  full: (props) => textAt(props, 'content'),
  short: (props) => plainMarkdown(textAt(props, 'content')),
}
