// (g) Checking a table's props, beside validators of the same schema and the visit of each cell.
import { readFileSync } from 'node:fs'
import { createPolicy, validateComponent, validateReferencedData } from '../../packages/registry/src/index.ts'
import { interleave } from '../lib/interleave.mjs'
import { printRatios } from '../lib/print-ratios.mjs'
import { loadPeers } from '../peers/libraries.mjs'
import { standalone } from './standalone.mjs'

const bound = 2
const limit = 'ajv, written to a file'
const visit = 'visit of each cell (limit)'
const sizes = [10, 100, 1000, 10_000]
const stored = { rows: 100_000, page: 1000 }

const columns = ['id', 'name', 'price', 'ok'].map((field) => ({ field }))
const rowsOf = (count) => Array.from({ length: count }, (_, id) => ({ id, name: `Item ${id}`, price: id / 7, ok: id % 2 === 0 }))
const policy = createPolicy({})
const { propsSchema } = JSON.parse(readFileSync(new URL('../../packages/registry/components/datagrid.json', import.meta.url), 'utf8'))

export async function validate(bench) {
  const { ajv, 'ajv/standalone': writer, zod } = await loadPeers('ajv', 'ajv/standalone', 'zod')
  const written = ajv && writer
  const first = written ? limit : visit
  const ways = {
    ...(written ? { [limit]: await standalone(ajv, writer, { name: 'datagrid', schema: propsSchema }) } : {}),
    ...(ajv ? { 'ajv, compiled at run time': compiled(ajv, propsSchema) } : {}),
    [visit]: ({ rows }) => visitCells(rows),
    validateComponent: ourCheck,
    ...(zod ? { 'zod, rows as records': zodCheck(zod) } : {}),
  }
  const boundOf = (name) => (written && name.startsWith('validate') ? bound : undefined)
  const cells = {}
  for (const count of sizes) cells[`${count} rows`] = await race(ways, { columns, rows: rowsOf(count) }, { bench, count })
  console.log(`\n(g) validate datagrid props: times ${first}, fastest rounds (medians)`)
  printRatios({ section: 'validate', cells, limit: first, boundOf, bench })

  const schema = { type: 'array', items: propsSchema.properties.rows.items }
  const inPages = (check) => (pages) => pages.every((rows) => check(rows))
  const pagesOf = {
    ...(written ? { [limit]: inPages(await standalone(ajv, writer, { name: 'rows', schema })) } : {}),
    ...(ajv ? { 'ajv, compiled at run time': inPages(compiled(ajv, schema)) } : {}),
    [visit]: inPages(visitCells),
    validateReferencedData: (pages) => validateReferencedData('datagrid', '/rows', pages).length === 0,
  }
  const pages = Array.from({ length: stored.rows / stored.page }, () => rowsOf(stored.page))
  const title = `${stored.rows} rows`
  console.log(`\n(g) validate rows behind a reference, in pages of ${stored.page}: times ${first}, fastest rounds (medians)`)
  printRatios({ section: 'validate', cells: { [title]: await race(pagesOf, pages, { bench, count: stored.rows }) }, limit: first, boundOf, bench })
}

async function race(ways, value, { bench, count }) {
  bench.progress(`validate: ${count} rows`)
  for (const [name, way] of Object.entries(ways)) if (!way(value)) throw new Error(`${name} refuses the data`)
  return interleave(Object.fromEntries(Object.entries(ways).map(([name, way]) => [name, () => way(value)])), {}, { rounds: bench.rounds })
}

/** Counts bytes, nodes and depth, looks at URLs and references, fills in defaults: more than the schema alone. */
const ourCheck = (props) => validateComponent('datagrid', props, { policy, budget: 'uncounted' }).ok

const compiled = ({ default: Ajv }, schema) => new Ajv({ strict: false, useDefaults: false }).compile(schema)

function visitCells(rows) {
  let cells = 0
  for (const row of rows) for (const key in row) if (row[key] !== undefined) cells++
  return cells >= 0
}

function zodCheck({ z }) {
  const column = z.strictObject({ field: z.string().max(200) })
  const cell = z.union([z.string().max(20_000), z.number(), z.boolean(), z.null()])
  const props = z.strictObject({ columns: z.array(column).max(200), rows: z.array(z.record(z.string(), cell)).max(10_000) })
  return (value) => props.safeParse(value).success
}
