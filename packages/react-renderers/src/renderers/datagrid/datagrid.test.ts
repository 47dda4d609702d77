import type { JsonObject } from '@pf/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvCell, csvName, toCsv } from './csv.ts'
import { readColumns, readRows, valueAt } from './read-columns.ts'
import { matchesText, sortRows, textQuery } from './row-models.ts'

describe('CSV', () => {
  it.each([
    ['=1+1', '"\'=1+1"'],
    ['+1', '"\'+1"'],
    ['-2+3', '"\'-2+3"'],
    ['@SUM(1)', '"\'@SUM(1)"'],
    ['\t=1', '"\'\t=1"'],
    ['\r=1', '"\'\r=1"'],
    ['  =1', '"\'  =1"'],
    ['\u200b=1', '"\'\u200b=1"'],
    ['＝1', '"\'＝1"'],
    ['"=1+1', '"""=1+1"'],
    ['a";=1;"', '"a"";=1;"""'],
    ['plain', '"plain"'],
    [-5, '-5'],
    ['-10', '"-10"'],
    ['-1,234.50', '"-1,234.50"'],
    ['-5e-3', '"-5e-3"'],
    ['-5 %', '"-5 %"'],
    ['-1-1', '"\'-1-1"'],
    ['-5+cmd|x', '"\'-5+cmd|x"'],
    ['--5', '"\'--5"'],
    ['-A1', '"\'-A1"'],
    [1.5, '1.5'],
    [Number.NaN, ''],
    [true, 'true'],
    [null, ''],
    [undefined, ''],
    [{ a: '=1' }, '"{""a"":""=1""}"'],
  ])('writes %j as %s', (value, cell) => {
    expect(csvCell(value)).toBe(cell)
  })

  it('never begins a text cell with what a spreadsheet would run, whatever it holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const cell = csvCell(text)
        expect(cell.startsWith('"') && cell.endsWith('"')).toBe(true)
        expect(cell.slice(1).trimStart()).not.toMatch(/^(?!-\d[\d.,]*(?:e[+-]?\d+)?\s?%?"$)[=+\-@\t\r＝＋－＠]/i)
        expect(cell.slice(1, -1).replaceAll('""', '')).not.toContain('"')
      }),
    )
  })

  it('holds headings and own fields only, with CRLF and a byte order mark', () => {
    const columns = [
      { field: 'a', header: '=A' },
      { field: '__proto__', header: 'b' },
    ]
    expect(toCsv(columns, readRows([{ a: 1 }, JSON.parse('{"__proto__":{"x":1}}')]))).toBe('\ufeff"\'=A","b"\r\n1,\r\n,"{""x"":1}"\r\n')
  })

  it('is named after the title', () => {
    expect(csvName('Routes by delay: 2001/06')).toBe('routes-by-delay-2001-06.csv')
    for (const title of [undefined, '', '../..', '<>']) expect(csvName(title)).toBe('table.csv')
  })
})

describe('figures as text', () => {
  const sorted = (values: unknown[], format: 'number' | 'currency' | 'date' | 'text', desc = false) =>
    sortRows({ rows: values, value: (value) => value, format, desc })

  it('are sorted by value in columns of figures, and found however they are written', () => {
    // TanStack/table#2909, #3352, #3450 and #2209
    expect(sorted(['0.5', '0.25', '-10', '-5', '1000.5', '9', null, 'n/a'], 'number', true)).toEqual(['n/a', '1000.5', '9', '0.5', '0.25', '-5', '-10', null])
    expect(sorted(['$1,200', '$90', 5, '(7)'], 'currency')).toEqual(['(7)', 5, '$90', '$1,200'])
    expect(sorted(['10', '9'], 'text')).toEqual(['9', '10'])
    const query = textQuery('1,000')
    expect(query && [matchesText('1000.5', query), matchesText('1,000.5', query), matchesText('100', query)]).toEqual([true, true, false])
  })

  it('are days in columns of dates', () => {
    expect(sorted(['2024-01-15T00:00:00Z', '2024-01', '2023-12-31', '2024-01-14'], 'date')).toEqual([
      '2023-12-31',
      '2024-01',
      '2024-01-14',
      '2024-01-15T00:00:00Z',
    ])
  })

  it('are years only in columns that are named so', () => {
    const years = (header: string, values: (number | string)[]) =>
      readColumns([{ field: 'a', header, format: 'number' }], readRows(values.map((a) => ({ a }))), true)[0]?.years
    expect([years('Year', [2019, 2024]), years('Year', ['2019']), years('Count', [2019]), years('Year', [2019, 50_000])]).toEqual([true, true, false, false])
  })
})

describe('columns', () => {
  const rows = [
    { a: 1, b: 'x', c: null },
    { a: 2, b: 'y' },
  ] as JsonObject[]

  it('are read within bounds, figures at the right', () => {
    const columns = readColumns(
      [
        { field: 'a' },
        { field: 'b', header: 'B', width: 1e12, minWidth: -5 },
        { field: 'c', format: 'percent' },
        { field: 'b', align: 'center' },
        { nope: 1 },
        7,
      ],
      rows,
      true,
    )
    expect(columns.map(({ id, header, align, width, minWidth }) => [id, header, align, width, minWidth])).toEqual([
      ['c0', 'a', 'right', undefined, 48],
      ['c1', 'B', 'left', 2_000, 32],
      ['c2', 'c', 'right', undefined, 48],
      ['c3', 'b', 'center', undefined, 48],
    ])
  })

  it('never read what a row inherits', () => {
    for (const field of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) expect(valueAt({}, field)).toBeUndefined()
    expect(valueAt({ 'a.b': 1 }, 'a.b')).toBe(1)
  })

  it('are none, and rows are wrapped, for data of another shape', () => {
    expect(readColumns('x', rows, true)).toEqual([])
    expect(readRows([7, null, [1]])).toEqual([{ value: 7 }, { value: null }, { value: [1] }])
  })
})

describe('sorting', () => {
  const sort = (values: readonly unknown[], desc = false, format: Parameters<typeof sortRows>[0]['format'] = 'text') =>
    sortRows({ rows: values, value: (value) => value, format, desc })

  it('puts numbers by size, text by the alphabet with numbers in it, dates by time', () => {
    expect(sort([10, 9, -1])).toEqual([-1, 9, 10])
    expect(sort(['station 10', 'Station 9', 'äther'])).toEqual(['äther', 'Station 9', 'station 10'])
    expect(sort(['2021-09-13', '2019-04-02'], true, 'date')).toEqual(['2021-09-13', '2019-04-02'])
    expect(sort([true, false])).toEqual([false, true])
  })

  it('leaves blanks last in both directions and keeps the order of equal ones', () => {
    expect(sort([null, 2, '', 1])).toEqual([1, 2, null, ''])
    expect(sort([null, 1, undefined, 2], true)).toEqual([2, 1, null, undefined])
    const rows = [
      { k: 1, n: 'a' },
      { k: 1, n: 'b' },
    ]
    expect(sortRows({ rows, value: (row) => row.k, format: 'number', desc: true })).toEqual(rows)
  })

  it('is an order, for any mix of values', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 1 })), fc.boolean(), (values, desc) => {
        const sorted = sort(values, desc)
        expect(sorted).toHaveLength(values.length)
        expect(sort(sorted, desc)).toEqual(sorted)
      }),
    )
  })
})

describe('filtering', () => {
  const matches = (value: unknown, typed: string) => {
    const query = textQuery(typed)
    return query ? matchesText(value, query) : 'no query'
  }

  it('finds text without regard to case, and figures with or without separators', () => {
    expect(matches('ORD → LGA', 'lga')).toBe(true)
    expect(matches(91_200, '91,200')).toBe(true)
    expect(matches(91_200, '91 200')).toBe(true)
    expect(matches(91_200, 'abc')).toBe(false)
    expect(matches(null, 'null')).toBe(false)
    expect(matches({ a: 'Deep' }, 'deep')).toBe(true)
    expect(matches('x', '  ')).toBe('no query')
  })
})
