import katex from 'katex'
import { latexMessages } from '../../messages/latex.ts'
import { escapePercents } from './formula-source.ts'
import { inAlphabet } from './math-alphabets.ts'

/** `html` requires the stylesheet of KaTeX; `mathml` is rendered by the browser and requires none. */
export type FormulaOutput = 'html' | 'mathml'

interface FormulaOptions {
  display: boolean
  output: FormulaOutput
  /** Default: English messages. */
  messages?: Pick<typeof latexMessages, 'tooLong' | 'tooDeep'>
}

const MAX_LENGTH = 2_000
/** Maximum number of nested groups. Stretched braces take several times longer with each level. */
const MAX_DEPTH = 50

/**
 * Renders a formula into an element. Returns the error message of KaTeX, or undefined on success. A formula cannot create links, load
 * resources, set attributes, or define macros for later formulas.
 */
export function drawFormula(element: HTMLElement, expression: string, { display, output, messages = latexMessages }: FormulaOptions): string | undefined {
  if (expression.length > MAX_LENGTH) return messages.tooLong(MAX_LENGTH)
  if (depthOf(expression) > MAX_DEPTH) return messages.tooDeep
  try {
    katex.render(escapePercents(expression), element, {
      displayMode: display,
      output: output === 'html' ? 'htmlAndMathml' : 'mathml',
      throwOnError: true,
      trust: false,
      strict: 'ignore',
      maxSize: 20,
      maxExpand: maxExpansions(expression),
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

function depthOf(expression: string): number {
  let depth = 0
  let max = 0
  for (const character of expression) {
    depth += character === '{' ? 1 : character === '}' ? -1 : 0
    max = Math.max(max, depth)
  }
  return max
}

const MAX_EXPANSIONS = 200
/** Maximum number of characters to which all macros of a formula expand together, which takes about 100 ms. */
const MAX_EXPANDED_LENGTH = 8_000
const DEFINITION = /\\(?:[gex]?def|(?:re)?newcommand|providecommand)(?![a-zA-Z])[^{]{0,40}\{/g

/** Returns the maximum number of macro expansions in a formula. It is lower for longer macro definitions. */
export function maxExpansions(expression: string): number {
  const lengths = Array.from(expression.matchAll(DEFINITION), ({ index, 0: start }) => lengthOfBody(expression, index + start.length))
  return Math.max(1, Math.min(MAX_EXPANSIONS, Math.floor(MAX_EXPANDED_LENGTH / Math.max(1, ...lengths))))
}

/** Returns the length of a macro after expansion. An argument that is used more than once may be as long as the formula. */
function lengthOfBody(expression: string, from: number): number {
  let depth = 1
  let end = from
  for (; end < expression.length && depth > 0; end++) depth += expression[end] === '{' ? 1 : expression[end] === '}' ? -1 : 0
  const body = expression.slice(from, end)
  const repeated = (body.match(/#/g)?.length ?? 0) - 1
  return body.length + Math.max(0, repeated) * expression.length
}

/** Returns `html` if the page has loaded the stylesheet of KaTeX, otherwise `mathml`. */
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

/**
 * Replaces constructs of MathML 3 that KaTeX uses by MathML Core, the only part that Chromium supports: `mathvariant` becomes letters of
 * Unicode's mathematical alphabets, and `menclose` (\cancel, \boxed, borders of arrays) becomes a row that is drawn by latex.css.
 */
function toMathmlCore(element: Element): void {
  for (const token of element.querySelectorAll('mi[mathvariant], mn[mathvariant], mo[mathvariant]')) {
    const variant = token.getAttribute('mathvariant') ?? ''
    const text = Array.from(token.textContent ?? '', (character) => inAlphabet(character, variant)).join('')
    if (text === token.textContent) continue
    token.textContent = text
    token.removeAttribute('mathvariant')
  }
  for (const enclosed of element.querySelectorAll('menclose')) {
    const row = document.createElementNS(enclosed.namespaceURI, 'mrow')
    row.setAttribute('class', 'pf-math-enclosed')
    row.setAttribute('data-notation', enclosed.getAttribute('notation') ?? '')
    row.append(...enclosed.childNodes)
    enclosed.replaceWith(row)
  }
}
