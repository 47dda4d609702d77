import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseTime } from './calendar.ts'
import { isYear } from './figures.ts'
import { columnDigits, type ValueFormat, valueFormatter } from './value-formatter.ts'

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
    // TanStack/table#2909 and #3352: databases return exact decimals as text.
    ['number', '1000.5', '1,000.5'],
    ['currency', '1000.5', '$1,000.50'],
    ['percent', '0.5', '50%'],
    ['number', '007', '007'],
    ['number', '12345678901234567890', '12345678901234567890'],
    ['currency', 0.0023, '$0.0023'],
    ['currency', -0.015, '-$0.015'],
    ['number', 0.000_041_23, '0.0000412'],
    ['percent', 0.0004, '0.04%'],
    ['compact', 0.002, '0.002'],
    ['date', 2024, '2024'],
    ['date', '2024-01', 'Jan 2024'],
    ['datetime', '2024-01', 'Jan 2024'],
    ['datetime', '2024-01-15', 'Jan 15, 2024'],
    ['date', '2024-02-31', '2024-02-31'],
    ['date', '2024-01-15 00:00:00 UTC', 'Jan 15, 2024'],
    ['date', '2024-01-15 00:00:00 GMT', 'Jan 15, 2024'],
    ['date', 20_240_115, 'Jan 15, 2024'],
    ['datetime', '20240115', 'Jan 15, 2024'],
    ['date', 20_240_231, '20240231'],
    ['date', 1_705_276_800, 'Jan 15, 2024'],
    ['date', 45_306, '45306'],
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
    // TanStack/table#2909: databases return decimals as text.
    ['number', ['0.5', '0.25', '1000.5'], undefined],
    ['number', ['0.5', 0.25], 2],
  ] as const)('of format %s and values %j are %s', (format, values, digits) => {
    expect(columnDigits(values, format)).toBe(digits)
  })
})

describe.each(['America/Los_Angeles', 'America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Asia/Tokyo', 'Pacific/Kiritimati'])('a day, in %s', (zone) => {
  const own = process.env.TZ
  beforeAll(() => {
    process.env.TZ = zone
  })
  afterAll(() => {
    if (own === undefined) delete process.env.TZ
    else process.env.TZ = own
  })

  it('is the day that is written, however it is written', () => {
    // zesty-io/manager-ui#3717, grafana/grafana#18458, lightdash/lightdash#26050
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone.replace('Calcutta', 'Kolkata')).toBe(zone)
    fc.assert(
      fc.property(fc.integer({ min: -20_000, max: 40_000 }), (number) => {
        const time = number * 86_400_000
        const day = new Date(time).toISOString().slice(0, 10)
        const expected = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(time)
        const forms = [day, `${day}T00:00:00.000Z`, `${day}T00:00:00Z`, `${day}T00:00:00`, `${day} 00:00:00+00`, `${day}T00:00:00+09:00`, `${day} 00:00`, time]
        for (const form of forms) if (!isYear(form)) expect(`${form}: ${write('date', form)}`).toBe(`${form}: ${expected}`)
        expect(write('date', day.slice(0, 7))).toBe(new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(time))
      }),
    )
  })

  it('is a moment where it has a time', () => {
    expect(write('datetime', '2024-01-15T00:00:00.000Z')).toBe(
      new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' }).format(Date.UTC(2024, 0, 15)),
    )
  })
})

it.each(['en-US', 'de-DE', 'fr-FR', 'ja-JP', 'ar-EG', 'hi-IN'])('a small figure never reads as zero, in %s', (locale) => {
  fc.assert(
    fc.property(fc.double({ min: 1e-12, max: 1, noNaN: true }), fc.boolean(), (value, negative) => {
      for (const format of ['number', 'currency', 'percent', 'compact'] as const) {
        const digits = (text: string) => text.replace(/[^\p{N}]/gu, '')
        expect(/^[0٠०]*$/u.test(digits(write(format, negative ? -value : value, locale)))).toBe(false)
      }
    }),
  )
})
