import { describe, expect, it } from 'vitest'
import { maxExpansions } from './draw-formula.ts'

describe('the number of macros that a formula may expand', () => {
  it.each([
    ['x^2', 200],
    ['\\newcommand{\\v}[1]{\\mathbf{#1}} \\v{a} + \\v{b}', 200],
    ['\\def\\R{\\mathbb{R}} \\R', 200],
    [`\\def\\a{${'\\frac{x}{y}'.repeat(80)}}${'\\a'.repeat(150)}`, 9],
    [`\\gdef\\a{${'x'.repeat(1_999)}}`, 4],
    [`\\renewcommand\\a{{${'x'.repeat(3_998)}}}`, 1],
    // An argument that is used eight times may be as long as the formula.
    [`\\def\\a#1{#1#1#1#1#1#1#1#1}\\a{\\a{\\a{${'x'.repeat(400)}}}}`, 2],
    ['\\def\\a{{{{', 200],
    ['\\definecolor{x}', 200],
  ])('of %.40j is %i', (expression, expected) => {
    expect(maxExpansions(expression)).toBe(expected)
  })
})
