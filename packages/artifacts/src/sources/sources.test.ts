import type { JsonSchema } from '@pf/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileMarks } from '../marking/compile-marks.ts'
import { collectSources, mergeSources } from './collect-sources.ts'

const hit = { produces_sources: true, properties: { title: {}, url: {}, snippet: {}, score: { source_field: 'relevance_score' } } }
const collect = (schema: JsonSchema, observation: unknown) => collectSources(observation, compileMarks(schema))
const found = (title: string) => ({ title, url: `https://a.test/${title}` })

describe('collectSources', () => {
  it('[000-src-01] [000-src-02] reads marked objects by name and by source_field', () => {
    const result = { title: 'A', url: 'https://a.test', snippet: 's', score: 0.7, other: 1 }
    expect(collect(hit, result)).toEqual([{ title: 'A', url: 'https://a.test', snippet: 's', relevance_score: 0.7 }])
  })

  const locations: [string, JsonSchema, unknown][] = [
    ['lists', { properties: { hits: { items: hit } } }, { hits: [found('a'), found('b')] }],
    ['lists marked as a whole', { properties: { hits: { produces_sources: true, items: { properties: {} } } } }, { hits: [found('a'), found('b')] }],
    ['lists marked as a whole that say nothing of their items', { produces_sources: true, type: 'array' }, [found('a'), found('b')]],
    ['maps', { additionalProperties: hit }, { x: found('a'), y: found('b') }],
    ['unions', { properties: { x: { anyOf: [{ type: 'null' }, { items: hit }] } } }, { x: [found('a'), found('b')] }],
    ['references', { properties: { x: { items: { $ref: '#/$defs/hit' } } }, $defs: { hit } }, { x: [found('a'), found('b')] }],
    ['producers within producers', { ...hit, properties: { ...hit.properties, more: { items: hit } } }, { ...found('a'), more: [found('b')] }],
    [
      'a JavaScript Map',
      { additionalProperties: hit },
      new Map([
        ['x', found('a')],
        ['y', found('b')],
      ]),
    ],
  ]
  it.each(locations)('[000-src-03] finds producers in %s', (_, schema, observation) => {
    expect(collect(schema, observation)).toEqual([found('a'), found('b')])
  })

  it('maps fields that lie deeper, and prefers the map to names', () => {
    const schema = { produces_sources: true, source_fields: { title: 'name' }, properties: { meta: { properties: { link: { source_field: 'url' } } } } }
    expect(collect(schema, { name: 'N', title: 'T', meta: { link: 'https://m.test' } })).toEqual([{ title: 'N', url: 'https://m.test' }])
  })

  it('finds nothing where nothing is marked or there is no observation', () => {
    expect(collect({ properties: { title: {}, url: {} } }, found('a'))).toEqual([])
    for (const nothing of [null, undefined, 'text', 7, []]) expect(collect(hit, nothing)).toEqual([])
    expect(collect(hit, { url: 'javascript:alert(1)' })).toEqual([])
  })

  it('never throws', () => {
    const throwing = Object.defineProperty({}, 'title', {
      enumerable: true,
      get: () => {
        throw new Error('no')
      },
    })
    expect(collect({ items: hit }, [throwing, found('a')])).toEqual([found('a')])
    const loop: Record<string, unknown> = found('a')
    loop.self = loop
    expect(collect({ ...hit, properties: { ...hit.properties, self: { $ref: '#' } } }, loop)).toEqual([found('a')])
    fc.assert(fc.property(fc.anything(), (value) => Array.isArray(collect({ items: hit, additionalProperties: hit, produces_sources: true }, value))))
  })
})

describe('mergeSources', () => {
  it('[000-oq-04] keeps each source once, by URL, else by title and snippet', () => {
    const merged = mergeSources(
      [
        { title: 'A', url: 'https://a.test' },
        { title: 'note', snippet: 's' },
      ],
      [
        { title: 'a again', url: 'https://A.test/', snippet: 'more', relevance_score: 0.4 },
        { title: 'note', snippet: 's' },
        { title: 'note', snippet: 'other' },
      ],
    )
    expect(merged).toEqual([
      { title: 'A', url: 'https://a.test', snippet: 'more', relevance_score: 0.4 },
      { title: 'note', snippet: 's' },
      { title: 'note', snippet: 'other' },
    ])
  })

  it('[000-pay-07] makes a missing title of the URL or the snippet, and takes a better one later', () => {
    expect(mergeSources([{ url: 'https://a.test/x' }, { snippet: 'only this' }, { relevance_score: 1 }])).toEqual([
      { title: 'https://a.test/x', url: 'https://a.test/x' },
      { title: 'only this', snippet: 'only this' },
    ])
    expect(mergeSources([{ url: 'https://a.test/x' }], [{ title: 'Guide', url: 'https://a.test/x' }])).toEqual([{ title: 'Guide', url: 'https://a.test/x' }])
  })

  it('brings scores into 0 to 1 and leaves out what is none', () => {
    const scores = [0, 0.5, 1, 7, -1, Number.NaN, Number.POSITIVE_INFINITY, '0.5', null, true]
    expect(scores.map((relevance_score, index) => mergeSources([{ title: `${index}`, relevance_score }])[0]?.relevance_score)).toEqual([
      0,
      0.5,
      1,
      1,
      0,
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it.each([
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    ' data:text/html,x',
    'file:///etc/passwd',
    'ftp://a.test',
    '//a.test',
    '/path',
    'a.test',
    'https://user:pw@a.test',
    `https://a.test/${'x'.repeat(3_000)}`,
    7,
    {},
  ])('takes no URL from %j but keeps the source', (url) => expect(mergeSources([{ title: 'A', url }])).toEqual([{ title: 'A' }]))

  it('writes odd http URLs as the browser reads them', () => {
    const read = (url: string) => mergeSources([{ title: 'A', url }])[0]?.url
    expect(read(' https://a.test/b c')).toBe('https://a.test/b%20c')
    expect(read('https://münchen.test/ü')).toBe('https://xn--mnchen-3ya.test/%C3%BC')
    expect(read('https:\\\\a.test\\b')).toBe('https://a.test/b')
  })

  it('shortens long texts and keeps at most 200', () => {
    const [source] = mergeSources([{ title: '😀'.repeat(400), snippet: 'x'.repeat(5_000) }])
    expect(source?.title.length).toBeLessThanOrEqual(300)
    expect(source?.title.isWellFormed()).toBe(true)
    expect(source?.snippet).toHaveLength(1_000)
    expect(mergeSources(Array.from({ length: 500 }, (_, index) => ({ title: `${index}` })))).toHaveLength(200)
  })

  it('takes anything as input and gives only sources', () => {
    fc.assert(
      fc.property(fc.array(fc.anything()), (list) => {
        for (const source of mergeSources(list)) {
          expect(typeof source.title === 'string' && source.title !== '').toBe(true)
          expect(JSON.parse(JSON.stringify(source))).toEqual(source)
        }
      }),
    )
  })
})
