import { type JsonValue, PfError } from '@pf/core'
import { describe, expect, it } from 'vitest'
import { validateReferencedData } from '../registry.ts'

describe('validateReferencedData', () => {
  it('takes rows, numbers and whatever a chart takes', () => {
    expect(validateReferencedData('datagrid', '/rows', [[{ a: 1 }], [], [{ b: null }]])).toEqual([])
    expect(validateReferencedData('metric', '/sparkline', [[1, 2], [3.5]])).toEqual([])
    expect(validateReferencedData('echarts', '/option/dataset/source', [[['a', 1]], [{ x: 1 }]])).toEqual([])
    expect(validateReferencedData('echarts', '/option/series/3/data', [[1, 'x']])).toEqual([])
  })

  it('counts rows over all pages and says what is wrong with them', () => {
    const pages = [
      [{ a: 1 }, { a: 2 }],
      [{ a: 3 }, 7, { b: 'x'.repeat(20_001) }],
    ]
    expect(validateReferencedData('datagrid', '/rows', pages)).toEqual([
      { code: 'schema_invalid', pointer: '/rows/3', expected: 'object', received: 'number 7' },
      { code: 'schema_invalid', pointer: '/rows/4/b', expected: 'at most 20000 characters', received: expect.stringMatching(/^string "x+…$/) },
    ])
    expect(validateReferencedData('metric', '/sparkline', [[1], [2, '3']])).toEqual([
      { code: 'schema_invalid', pointer: '/sparkline/2', expected: 'number', received: 'string "3"' },
    ])
  })

  it('takes more rows than fit into props, however they are cut into pages', () => {
    const row = { a: 1 }
    expect(validateReferencedData('datagrid', '/rows', [new Array(100_000).fill(row)])).toEqual([])
    expect(
      validateReferencedData(
        'datagrid',
        '/rows',
        Array.from({ length: 100 }, () => new Array(1000).fill(row)),
      ),
    ).toEqual([])
  })

  it('refuses unsafe values', () => {
    expect(validateReferencedData('datagrid', '/rows', [[], [{ a: 1 }, JSON.parse('{"__proto__":{}}')]])).toMatchObject([
      { code: 'unsafe_value', pointer: '/rows/1/__proto__' },
    ])
  })

  it('reports a page that cannot be read at the data prop, and continues with the next one', () => {
    const broken = new Proxy([1], {
      get: () => {
        throw new Error('Not to be read.')
      },
    })
    const issues = validateReferencedData('metric', '/sparkline', [[1], broken, ['no number']])
    expect(issues).toMatchObject([{ code: expect.any(String), pointer: '/sparkline' }, { pointer: '/sparkline/1' }])
  })

  it('counts rows inside of a numbered item, whatever its number is', () => {
    for (const at of ['/data/0/z', '/data/12/z']) {
      expect(validateReferencedData('plotly', at, [[[1]], [[2]]])).toEqual([])
      expect(validateReferencedData('plotly', at, [[1, 2], [3, () => 4] as never])).toMatchObject([{ code: 'unsafe_value', pointer: `${at}/3` }])
    }
  })

  it('reports a limit of a whole page at the data prop', () => {
    const deep = (levels: number): JsonValue => (levels === 0 ? 1 : [deep(levels - 1)])
    expect(validateReferencedData('datagrid', '/rows', [[{ a: 1 }], [{ a: deep(40) }]])).toMatchObject([
      { code: 'too_deep', pointer: expect.stringMatching(/^\/rows\/1\/a/) },
    ])
    expect(validateReferencedData('datagrid', '/rows', [[{ a: 1 }], 5 as never])).toMatchObject([{ pointer: '/rows' }])
  })

  it('stops reading after twenty issues', () => {
    let read = 0
    function* pages() {
      for (;;) {
        read++
        yield [1, 2, 3, 4]
      }
    }
    expect(validateReferencedData('datagrid', '/rows', pages())).toHaveLength(20)
    expect(read).toBeLessThan(10)
  })

  it.each([
    ['datagrid', '/columns'],
    ['datagrid', '/rows/0'],
    ['datagrid', 'rows'],
    ['datagrid', ''],
    ['grid', '/items'],
    ['nothing', '/rows'],
    ['__proto__', '/rows'],
    ['metric', '/__proto__'],
  ])('throws where there is no data prop: %s %s', (component, pointer) => {
    expect(() => validateReferencedData(component, pointer, [])).toThrow(PfError)
  })
})
