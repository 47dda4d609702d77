import type { ComponentText } from '../contracts/component-text.ts'
import { textAt } from './parts.ts'
import { textOfHtml } from './text-of-html.ts'

/** The words in the frame without its marks, styles and scripts. */
export const htmlText: ComponentText = {
  full: (props) => line(textAt(props, 'html')),
  short: (props) => line(textAt(props, 'html').slice(0, 4000)),
}

const line = (html: string) => `HTML view: ${textOfHtml(html) || 'without text'}`
