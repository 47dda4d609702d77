import katex from 'katex'
import { latexMessages } from '../../messages/latex.ts'

/** `html` needs KaTeX's stylesheet in the page; `mathml` needs nothing and is drawn by the browser. */
export type FormulaLook = 'html' | 'mathml'

interface FormulaSetting {
  display: boolean
  look: FormulaLook
  /** Default: English. */
  messages?: Pick<typeof latexMessages, 'tooLong' | 'tooDeep'>
}

const MOST = 2_000

/**
 * Draws a formula into an element; returns why it could not, in KaTeX's words, undefined when it could. Nothing in the formula can link,
 * load, set attributes, or change how a later one is read: macros end with their formula.
 */
export function drawFormula(element: HTMLElement, expression: string, { display, look, messages = latexMessages }: FormulaSetting): string | undefined {
  if (expression.length > MOST) return messages.tooLong(MOST)
  try {
    katex.render(expression, element, {
      displayMode: display,
      output: look === 'html' ? 'htmlAndMathml' : 'mathml',
      throwOnError: true,
      trust: false,
      strict: 'ignore',
      maxSize: 20,
      maxExpand: 200,
      macros: {},
    })
    return undefined
  } catch (error) {
    element.replaceChildren()
    // A deep formula exhausts the stack: that is no ParseError.
    return error instanceof katex.ParseError ? error.rawMessage : messages.tooDeep
  }
}
