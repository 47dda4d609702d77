import type { JsonSchema } from '@pf/core'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import * as mini from 'zod/mini'
import { redact } from '../../redact/redact.ts'
import { collectSources } from '../../sources/collect-sources.ts'
import { artifact, producesSources, toolResponseType } from '../../zod.ts'
import { compileMarks } from '../compile-marks.ts'

const toSchema = (type: z.core.$ZodType): JsonSchema => z.toJSONSchema(type, { unrepresentable: 'any' }) as JsonSchema
const seen = (type: z.core.$ZodType, value: unknown) => redact(value, compileMarks(toSchema(type)))

describe('artifact', () => {
  it('[000-mark-02] survives the conversion to JSON Schema with all it says', () => {
    const type = z.object({ chart: artifact(z.object({ a: z.number() }), { streamId: 'sales', shape: 'echarts', mediaType: 'application/json' }) })
    expect(toSchema(type)).toMatchObject({
      properties: { chart: { type: 'object', artifact: true, stream: true, stream_id: 'sales', shape: 'echarts', media_type: 'application/json' } },
    })
  })

  const heavy = artifact(z.string())
  const Node = z.object({
    png: heavy,
    get kids() {
      return z.array(Node).optional()
    },
  })
  const wrappers: [string, z.core.$ZodType, unknown][] = [
    ['optional', z.object({ x: heavy.optional() }), { x: 'SECRET' }],
    ['nullable', z.object({ x: heavy.nullable() }), { x: 'SECRET' }],
    ['nullish with a default', z.object({ x: heavy.nullish().default('') }), { x: 'SECRET' }],
    ['readonly and branded', z.object({ x: heavy.readonly().brand('b') }), { x: 'SECRET' }],
    ['described afterwards', z.object({ x: heavy.describe('an image').meta({ title: 'x' }) }), { x: 'SECRET' }],
    ['refined afterwards', z.object({ x: heavy.min(1).refine((text) => text !== '') }), { x: 'SECRET' }],
    ['marked around optional', z.object({ x: artifact(z.string().optional()) }), { x: 'SECRET' }],
    ['array', z.object({ x: z.array(heavy) }), { x: ['SECRET'] }],
    ['tuple', z.tuple([z.number(), heavy]), [1, 'SECRET']],
    ['record', z.record(z.string(), z.object({ x: heavy })), { a: { x: 'SECRET' } }],
    ['union', z.union([z.object({ y: z.string() }), z.object({ x: heavy })]), { x: 'SECRET' }],
    ['discriminated union', z.discriminatedUnion('k', [z.object({ k: z.literal('a') }), z.object({ k: z.literal('b'), x: heavy })]), { k: 'b', x: 'SECRET' }],
    ['intersection', z.intersection(z.object({ y: z.string() }), z.object({ x: heavy })), { y: '', x: 'SECRET' }],
    ['recursion', Node, { png: 'SECRET', kids: [{ png: 'SECRET', kids: [{ png: 'SECRET' }] }] }],
    ['lazy', z.object({ x: z.lazy(() => heavy) }), { x: 'SECRET' }],
    ['a type with an id', z.object({ a: z.object({ x: heavy }).meta({ id: 'WithHeavy' }), b: z.string() }), { a: { x: 'SECRET' }, b: '' }],
    ['transform', z.object({ x: artifact(z.string().transform((text) => ({ text }))) }), { x: { text: 'SECRET' } }],
    ['what JSON Schema cannot say', z.object({ x: artifact(z.instanceof(Map)) }), { x: new Map([['a', 'SECRET']]) }],
    ['passthrough', z.looseObject({ x: heavy }), { x: 'SECRET' }],
    ['strict', z.strictObject({ x: heavy }), { x: 'SECRET' }],
    ['zod/mini', mini.object({ x: mini.optional(artifact(mini.string())) }), { x: 'SECRET' }],
  ]
  it.each(wrappers)('[000-mark-02] is found through %s', (_, type, value) => {
    expect(JSON.stringify(seen(type, value))).not.toContain('SECRET')
    expect(JSON.stringify(seen(type, value))).toContain('<artifact:')
  })

  it('leaves the schema it was given as it was, and what it said', () => {
    const plain = z.string().describe('an image')
    const marked = artifact(plain)
    expect(seen(z.object({ x: plain }), { x: 'text' })).toEqual({ x: 'text' })
    expect(toSchema(marked)).toMatchObject({ type: 'string', description: 'an image', artifact: true })
    expect(marked.parse('a')).toBe('a')
    expect(() => marked.parse(1)).toThrow()
  })

  it('[000-mark-04] takes bytes and base64', () => {
    const type = z.object({ pdf: artifact(z.instanceof(Uint8Array)), thumbnail: artifact(z.base64(), { mediaType: 'image/png' }) })
    expect(seen(type, { pdf: new Uint8Array(5), thumbnail: 'aGk=' })).toEqual({ pdf: '<artifact:bytes size=5B>', thumbnail: '<artifact:str size=4B>' })
  })
})

describe('producesSources', () => {
  const Hit = producesSources(z.object({ name: z.string(), link: z.string(), score: z.number().meta({ source_field: 'relevance_score' }) }), {
    title: 'name',
    url: 'link',
  })

  it('[000-src-01] [000-src-02] maps fields by the map and by source_field', () => {
    const marks = compileMarks(toSchema(z.object({ hits: z.array(Hit), best: Hit.optional() })))
    const hit = (name: string) => ({ name, link: `https://a.test/${name}`, score: 0.5 })
    expect(collectSources({ hits: [hit('a'), hit('b')], best: hit('a') }, marks)).toEqual([
      { title: 'a', url: 'https://a.test/a', relevance_score: 0.5 },
      { title: 'b', url: 'https://a.test/b', relevance_score: 0.5 },
    ])
  })

  it('marks a list as a whole', () => {
    const marks = compileMarks(toSchema(producesSources(z.array(z.object({ name: z.string() })), { title: 'name' })))
    expect(collectSources([{ name: 'a' }, { name: 'b' }], marks)).toEqual([{ title: 'a' }, { title: 'b' }])
  })
})

describe('toolResponseType', () => {
  it('[001-resp2-04] [001-resp2-05] makes a typed schema around an artifact type, with its marks', () => {
    const type = toolResponseType(z.object({ title: z.string(), rows: artifact(z.array(z.number())) }))
    const schema = toSchema(type) as Record<string, unknown>
    expect(schema.required).toEqual(['artifact_id', 'artifact', '_metadata'])
    expect(schema).toMatchObject({ properties: { _metadata: { properties: { executed_at: { type: 'string', format: 'date-time' } } } } })
    const response: z.infer<typeof type>['artifact'] = { title: 't', rows: [1] }
    expect(seen(type, { artifact_id: 'i', artifact: response, _metadata: {} })).toMatchObject({
      artifact: { title: 't', rows: '<artifact:list size=1 items>' },
    })
  })
})
