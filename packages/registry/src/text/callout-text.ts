import type { ComponentText } from '../contracts/component-text.ts'
import { plainMarkdown } from './markdown-text.ts'
import { textAt } from './parts.ts'

/** `Warning: title` above the text. */
export const calloutText: ComponentText = {
  full: (props) => `${heading(props)}\n${textAt(props, 'content')}`,
  short: (props) => `${heading(props)}: ${plainMarkdown(textAt(props, 'content'))}`,
}

function heading(props: Readonly<Record<string, unknown>>): string {
  const type = textAt(props, 'type') || 'info'
  const title = textAt(props, 'title')
  return `${type.slice(0, 1).toUpperCase()}${type.slice(1)}${title === '' ? '' : `: ${title}`}`
}
