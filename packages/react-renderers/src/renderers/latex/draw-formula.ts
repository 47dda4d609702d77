import katex from 'katex'
import { latexMessages } from '../../messages/latex.ts'

/** `html` needs KaTeX's stylesheet in the page; `mathml` needs nothing and is drawn by the browser. */
export type FormulaOutput = 'html' | 'mathml'

interface FormulaOptions {
  display: boolean
  output: FormulaOutput
  /** Default: English. */
  messages?: Pick<typeof latexMessages, 'tooLong' | 'tooDeep'>
}

const MAX_LENGTH = 2_000

/**
 * Draws a formula into an element; returns why it could not, in KaTeX's words, undefined when it could. Nothing in the formula can link,
 * load, set attributes, or change how a later one is read: macros end with their formula.
 */
export function drawFormula(element: HTMLElement, expression: string, { display, output, messages = latexMessages }: FormulaOptions): string | undefined {
  if (expression.length > MAX_LENGTH) return messages.tooLong(MAX_LENGTH)
  try {
    katex.render(expression, element, {
      displayMode: display,
      output: output === 'html' ? 'htmlAndMathml' : 'mathml',
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

/** Says whether the page has loaded KaTeX's stylesheet: without it the browser sets the formula itself, with its own mathematical font. */
export function formulaOutput(element: Element): FormulaOutput {
  const probe = document.createElement('span')
  const inner = document.createElement('span')
  probe.className = 'katex'
  inner.className = 'katex-mathml'
  probe.append(inner)
  element.append(probe)
  const output = getComputedStyle(inner).position === 'absolute' ? 'html' : 'mathml'
  probe.remove()
  return output
}
