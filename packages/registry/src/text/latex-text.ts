import type { ComponentText } from '../contracts/component-text.ts'
import { textAt } from './parts.ts'

/** The formula in LaTeX notation, which works in screen readers and mail. */
export const latexText: ComponentText = {
  full: (props) => textAt(props, 'expression'),
  short: (props) => `Formula: ${textAt(props, 'expression')}`,
}
