import { type JsonSchema, PfError } from '@pf/core'
import { describe, expect, it } from 'vitest'
import { toJSONSchema, z } from 'zod'
import { inferArtifactType } from './infer-artifact-type.ts'
import { toolResponseSchema } from './tool-response.ts'

const rows = [{ a: 1 }]
const table = { type: 'array', items: { type: 'object' } }
const form = { type: 'object', properties: { fields: { type: 'array' } } }
const chart = { type: 'object', properties: { labels: {}, datasets: {} } }
const tagged = (type: string) => ({ 'x-artifact-type': type })
const wrapped = (artifact: unknown) => ({ artifact_id: 'i', artifact, _metadata: {} })
const infer = (data: unknown, schema?: unknown) => inferArtifactType({ tool: 'draw', data, schema: schema as JsonSchema | undefined })

describe('inferArtifactType', () => {
  it('reads the tag of the data first, wherever a response carries it', () => {
    const schema = { ...table, ...tagged('form') }
    expect(infer({ ...tagged('Dashboard') }, schema)).toBe('dashboard')
    expect(infer(wrapped(tagged('chart')), schema)).toBe('chart')
    expect(infer(wrapped({ card: tagged('presentation_card') }), schema)).toBe('presentation_card')
    expect(infer({ ...wrapped(tagged('inner')), ...tagged('outer') })).toBe('outer')
  })

  it('then the tag of the schema, of the artifact inside it too', () => {
    expect(infer(rows, { ...table, ...tagged('list') })).toBe('list')
    expect(infer(wrapped(rows), toolResponseSchema({ ...table, ...tagged('list') }))).toBe('list')
    expect(infer({}, toJSONSchema(z.object({ 'x-artifact-type': z.literal('custom') })))).toBe('custom')
  })

  it('then the shape of the schema', () => {
    expect(infer({}, table)).toBe('table')
    expect(infer(rows, form)).toBe('form')
    expect(infer(rows, chart)).toBe('chart')
    expect(infer(wrapped({}), toolResponseSchema(chart))).toBe('chart')
    expect(infer({}, { type: 'array', items: { properties: { a: {} } } })).toBe('table')
  })

  it('then the shape of the data', () => {
    expect(infer(rows)).toBe('table')
    expect(infer(wrapped(rows), toolResponseSchema())).toBe('table')
    expect(infer({ fields: [] })).toBe('form')
    expect(infer({ labels: ['a'], datasets: [{}] }, { type: 'object' })).toBe('chart')
  })

  it('and else refuses, naming the tool and the remedy', () => {
    for (const data of [undefined, null, 'text', 7, [], [1], {}, { fields: 'no' }, { labels: [] }, Object.create(tagged('inherited')), wrapped('x')]) {
      expect(() => infer(data)).toThrow(PfError)
      expect(() => infer(data, { type: 'object' })).toThrow(/draw.*x-artifact-type/)
    }
    expect(() => inferArtifactType({ tool: 'x'.repeat(500), data: {} })).toThrow(/^.{1,250}$/)
  })

  it('takes no tag that is empty, endless or not a text', () => {
    for (const type of ['', '  ', 'x'.repeat(61), 7, null, ['table']]) expect(infer({ fields: [], 'x-artifact-type': type })).toBe('form')
  })

  it('survives data that cannot be read', () => {
    const no = () => {
      throw new Error('no')
    }
    for (const target of [[{}], {}]) {
      const hostile = new Proxy(target, { get: no, has: no, ownKeys: no, getOwnPropertyDescriptor: no, getPrototypeOf: no })
      expect(() => infer(hostile)).toThrow(PfError)
      expect(infer(hostile, chart)).toBe('chart')
    }
  })
})
