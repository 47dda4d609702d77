import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnDigits, parseTime, type ValueFormat, valueFormatter } from './value-formatter.ts'

const formats: ValueFormat[] = ['text', 'number', 'currency', 'percent', 'date', 'datetime', 'boolean', 'compact']
const write = (format: ValueFormat, value: unknown, locale = 'en-US') => valueFormatter(format, { locale })(value)

describe('a value', () => {
  it.each([
    ['number', 9184, '9,184'],
    ['number', 0.12345, '0.123'],
    ['currency', 482_300, '$482,300'],
    ['currency', 12.5, '$12.50'],
    ['percent', 0.186, '18.6%'],
    ['compact', 125_000, '125K'],
    ['boolean', false, 'No'],
    ['date', '2001-06-14', 'Jun 14, 2001'],
    ['date', 992_476_800_000, 'Jun 14, 2001'],
    ['text', 2001, '2001'],
  ] as const)('of format %s is written: %s → %s', (format, value, text) => {
    expect(write(format, value)).toBe(text)
  })

  it('is written in the language and currency of the reader', () => {
    expect(valueFormatter('currency', { locale: 'de-DE', currency: 'EUR' })(1234.5)).toBe('1.234,50\u00a0€')
    expect(write('number', 9184, 'de-DE')).toBe('9.184')
  })

  it('that does not fit its format is written as it is', () => {
    for (const format of formats) expect(write(format, 'about 12')).toBe('about 12')
    expect(write('date', 'never')).toBe('never')
    expect(write('date', 1e300)).toBe('1e+300')
    expect(write('number', true)).toBe('true')
  })

  it('that is nested is written as cut JSON, and nothing as nothing', () => {
    expect(write('text', { a: [1] })).toBe('{"a":[1]}')
    expect(write('text', Array(500).fill(1))).toHaveLength(301)
    const cyclic: unknown[] = []
    cyclic.push(cyclic)
    expect(write('text', cyclic)).toBe('[…]')
    for (const format of formats) for (const value of [null, undefined]) expect(write(format, value)).toBe('')
  })

  it('that is huge stays short', () => {
    expect(write('currency', 1e308).length).toBeLessThan(20)
    expect(write('number', -1.5e20)).toBe('-1.5E20')
  })

  it('of any kind in any format is text, and nothing throws, with any locale and currency', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...formats),
        fc.anything({ withBigInt: true, withDate: true, withNullPrototype: false }),
        fc.constantFrom('en', 'xx-invalid-locale-tag', undefined),
        fc.constantFrom('USD', 'nope', undefined),
        (format, value, locale, currency) => {
          expect(typeof valueFormatter(format, { locale, currency })(value)).toBe('string')
        },
      ),
    )
  })
})

describe('a day', () => {
  it('is the day it names, wherever the reader is', () => {
    const before = process.env.TZ
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC']) {
      process.env.TZ = zone
      expect(write('date', '2024-03-15')).toBe('Mar 15, 2024')
    }
    process.env.TZ = before
  })

  it('is read from ISO text and numbers only', () => {
    expect(parseTime('2024-03-15')).toBe(Date.UTC(2024, 2, 15))
    for (const value of ['March', '', {}, null, Number.NaN, 9e15, '2024-99-99']) expect(parseTime(value)).toBeUndefined()
  })
})

describe('digits of a column', () => {
  it.each([
    ['number', [1, 2, 3], 0],
    ['number', [14.2, 7.25], 2],
    ['number', [0.1 + 0.2], 1],
    ['number', [1 / 3], 3],
    ['currency', [1, 2.5], 2],
    ['currency', [1, 2], 0],
    ['percent', [0.07, 0.059], 1],
    ['percent', [0.07, 0.29], 0],
    ['text', [1.234], undefined],
    ['number', [null, 'x', Number.NaN], 0],
  ] as const)('of format %s and values %j are %s', (format, values, digits) => {
    expect(columnDigits(values, format)).toBe(digits)
  })
})
