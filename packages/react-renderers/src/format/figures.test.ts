import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { losesDigits, namesYears, parseAmount, parseFigure } from './figures.ts'

describe('a figure as text', () => {
  it.each([
    ['1000.5', 1000.5],
    ['-10', -10],
    ['+5', 5],
    ['.5', 0.5],
    ['1e6', 1e6],
    ['1,234', 1234],
    ['1,234.5', 1234.5],
    ['-12,345,678', -12_345_678],
    ['12,34,567.8', 1_234_567.8],
    ['1.234,5', 1234.5],
    ['1.234.567', 1_234_567],
    ['1 234 567,8', 1_234_567.8],
    ['1\u202f234', 1234],
    ['1’234.5', 1234.5],
    ['0,5', 0.5],
    ['12,34', 12.34],
    ['(1,234)', -1234],
    ['\u22125', -5],
    [' 7 ', 7],
  ])('%j is %d', (text, value) => {
    expect(parseFigure(text)).toBe(value)
  })

  it.each([
    '',
    '-',
    '.',
    'abc',
    '007',
    '00501',
    '1-2',
    '1/2',
    '10:30',
    '2024-01-15',
    '1,23,4',
    '12 34',
    '5%',
    '$5',
    '1.2.3',
    '12345678901234567890',
    '0x10',
    '1_000',
    'Infinity',
    '((5))',
  ])('%j is none', (text) => {
    expect(parseFigure(text)).toBeUndefined()
  })

  it('has a unit for comparisons only', () => {
    expect(['$1,234.50', '-$5', '5 €', 'USD 7', '12%', '(5)', '1.5k'].map(parseAmount)).toEqual([1234.5, -5, 5, 7, 12, -5, undefined])
  })

  it.each(['en-US', 'de-DE', 'fr-FR', 'de-CH', 'en-IN', 'pl-PL', 'sv-SE', 'ja-JP', 'pt-BR'])('is read as %s writes it', (locale) => {
    const write = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), (hundredths) => {
        expect(parseFigure(write.format(hundredths / 100))).toBeCloseTo(hundredths / 100, 5)
      }),
    )
  })
})

it('years are recognized by the name of the column', () => {
  for (const name of ['Year', 'birth_year', 'fiscalYear', 'Jahr', '年份', 'FY', 'Year built']) expect(namesYears(name)).toBe(true)
  for (const name of ['Yearly sales', 'Passengers', 'Early', 'Jahresumsatz']) expect(namesYears(name)).toBe(false)
})

it('rounding loses digits of small figures only', () => {
  for (const [value, decimals] of [
    [0.0023, 2],
    [0.015, 2],
    [-0.0004, 3],
    [0.5, 0],
  ] as const)
    expect(losesDigits(value, decimals)).toBe(true)
  for (const [value, decimals] of [
    [0, 2],
    [0.05, 2],
    [1.5, 0],
    [0.123, 3],
    [1234.567, 2],
  ] as const)
    expect(losesDigits(value, decimals)).toBe(false)
})
