// (m) Preparing a schema and checking a value: compiled by ajv, and interpreted, as where code generation is refused.
import { compileSchema } from '../../packages/core/src/internal.ts'
import { interleave } from '../lib/interleave.mjs'
import { printRatios } from '../lib/print-ratios.mjs'
import { loadPeers } from '../peers/libraries.mjs'

const json = {
  anyOf: [
    { type: ['string', 'number', 'boolean', 'null'] },
    { type: 'array', items: { $ref: '#/$defs/json' } },
    { type: 'object', additionalProperties: { $ref: '#/$defs/json' } },
  ],
}
const row = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } }, required: ['id'], additionalProperties: { type: 'number' } }
const named = (count, make) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, make(at)]))
const rowsOf = (count) => Array.from({ length: count }, (_, id) => ({ id, name: `name ${id}`, price: id / 7 }))

const cases = {
  arguments: {
    schema: {
      type: 'object',
      properties: { query: { type: 'string', minLength: 1 }, limit: { type: 'integer', minimum: 1, maximum: 50 } },
      required: ['query'],
      additionalProperties: false,
    },
    value: { query: 'open orders', limit: 5 },
  },
  '200 properties': {
    schema: { type: 'object', properties: named(200, () => ({ anyOf: [{ type: 'string' }, { type: 'null' }] })) },
    value: named(200, () => 'x'),
  },
  '1000 rows': { schema: { type: 'array', items: row }, value: rowsOf(1000) },
  'any JSON': { schema: { $defs: { json }, $ref: '#/$defs/json' }, value: rowsOf(300) },
}

export async function schemas(bench) {
  const { ajv } = await loadPeers('ajv')
  const engines = { ...(ajv ? { ajv: { Ajv: ajv.Ajv2020, Ajv2020: ajv.Ajv2020 } } : {}), interpreted: undefined }
  const [limit] = Object.keys(engines)
  const prepare = {}
  const check = {}
  for (const [title, { schema, value }] of Object.entries(cases)) {
    bench.progress(`schemas: ${title}`)
    const ways = (make) => interleave(Object.fromEntries(Object.entries(engines).map(([name, classes]) => [name, make(classes)])), {}, { rounds: bench.rounds })
    prepare[title] = await ways((classes) => () => compileSchema(schema, classes, { allErrors: true }))
    check[title] = await ways((classes) => {
      const compiled = compileSchema(schema, classes, { allErrors: true })
      if (!compiled.ok || !compiled.check(value).ok) throw new Error(`${title} is refused`)
      return () => compiled.check(value)
    })
  }
  console.log(`\n(m) prepare a schema: times ${limit}, fastest rounds (medians)`)
  printRatios({ section: 'schemas', cells: prepare, limit, bench })
  console.log(`\n(m) check a value: times ${limit}, fastest rounds (medians)`)
  printRatios({ section: 'schemas', cells: check, limit, bench })
}
