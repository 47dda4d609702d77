import type { ComponentText } from '../contracts/component-text.ts'
import { plainMarkdown } from './markdown-text.ts'
import { textAt } from './parts.ts'

/** The question with its two answers, followed by the details. */
export const confirmText: ComponentText = {
  full: (props) =>
    [
      textAt(props, 'title'),
      textAt(props, 'message'),
      `[${textAt(props, 'confirmLabel') || 'Confirm'}] [${textAt(props, 'cancelLabel') || 'Cancel'}]`,
      textAt(props, 'details'),
    ]
      .filter(Boolean)
      .join('\n'),
  short: (props) => [textAt(props, 'title'), plainMarkdown(textAt(props, 'message'))].filter(Boolean).join(': '),
}
