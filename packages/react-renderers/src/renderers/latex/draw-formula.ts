import katex from 'katex'
import { latexMessages } from '../../messages/latex.ts'
import { escapePercents } from './formula-source.ts'
import { toMathmlCore } from './mathml-core.ts'

/** `html` requires the stylesheet of KaTeX; `mathml` is rendered by the browser and requires none. */
export type FormulaOutput = 'html' | 'mathml'

interface FormulaOptions {
  display: boolean
  output: FormulaOutput
  /** Default: English. */
  messages?: Pick<typeof latexMessages, 'tooLong' | 'tooDeep'>
}

const MAX_LENGTH = 2_000

/**
 * Renders a formula into an element. Returns the error message of KaTeX, or undefined on success. A formula cannot create links, load
 * resources, set attributes, or define macros for later formulas.
 */
export function drawFormula(element: HTMLElement, expression: string, { display, output, messages = latexMessages }: FormulaOptions): string | undefined {
  if (expression.length > MAX_LENGTH) return messages.tooLong(MAX_LENGTH)
  try {
    katex.render(escapePercents(expression), element, {
      displayMode: display,
      output: output === 'html' ? 'htmlAndMathml' : 'mathml',
      throwOnError: true,
      trust: false,
      strict: 'ignore',
      maxSize: 20,
      maxExpand: 200,
      macros: {},
    })
    if (output === 'mathml') toMathmlCore(element)
    return undefined
  } catch (error) {
    element.replaceChildren()
    // A deeply nested formula exhausts the stack, which is not a ParseError.
    return error instanceof katex.ParseError ? error.rawMessage : messages.tooDeep
  }
}

/** Detects whether the page has loaded the stylesheet of KaTeX; without it, MathML is used. */
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
