import { inAlphabet } from './math-alphabets.ts'

/**
 * Writes what KaTeX expresses with parts of MathML 3 in MathML Core, the only part that Chromium draws: `mathvariant` as letters of Unicode's
 * mathematical alphabets, and `menclose` (\cancel, \boxed, borders of arrays) as a row that latex.css draws.
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
