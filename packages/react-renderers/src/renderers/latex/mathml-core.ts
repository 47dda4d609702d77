import { inAlphabet } from './math-alphabets.ts'

/**
 * Replaces constructs of MathML 3 that KaTeX uses by MathML Core, the only part that Chromium supports: `mathvariant` becomes letters of
 * Unicode's mathematical alphabets, and `menclose` (\cancel, \boxed, borders of arrays) becomes a row that is drawn by latex.css.
 */
export function toMathmlCore(element: Element): void {
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
