import type { FormulaLook } from './draw-formula.ts'

/** Says whether the page has loaded KaTeX's stylesheet: without it the browser sets the formula itself, with its own mathematical font. */
export function formulaLook(element: Element): FormulaLook {
  const probe = document.createElement('span')
  const inner = document.createElement('span')
  probe.className = 'katex'
  inner.className = 'katex-mathml'
  probe.append(inner)
  element.append(probe)
  const look = getComputedStyle(inner).position === 'absolute' ? 'html' : 'mathml'
  probe.remove()
  return look
}
