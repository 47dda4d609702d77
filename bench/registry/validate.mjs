// (g) Checking a table's props, beside validators of the same schema and the visit of each cell.
import { readFileSync } from 'node:fs'
import { createPolicy, validateComponent } from '../../packages/registry/src/index.ts'
import { printRatios } from '../core/print-ratios.mjs'
import { interleave } from '../lib/interleave.mjs'
import { loadPeers } from '../peers/libraries.mjs'

const bound = 2
const limit = 'ajv, same schema'
const visit = 'visit of each cell (limit)'
const sizes = [25, 10_000]

const columns = ['id', 'name', 'price', 'ok'].map((field) => ({ field }))
const propsOf = (count) => ({ columns, rows: Array.from({ length: count }, (_, id) => ({ id, name: `Item ${id}`, price: id / 7, ok: id % 2 === 0 })) })
const policy = createPolicy({})

export async function validate(bench) {
  const { ajv, zod } = await loadPeers('ajv', 'zod')
  const ways = {
    ...(ajv ? { [limit]: ajvCheck(ajv) } : {}),
    [visit]: visitCells,
    validateComponent: ourCheck,
    ...(zod ? { 'zod, rows as records': zodCheck(zod) } : {}),
  }
  const cells = {}
  for (const count of sizes) {
    bench.progress(`validate: ${count} rows`)
    const props = propsOf(count)
    for (const [name, way] of Object.entries(ways)) if (!way(props)) throw new Error(`${name} refuses the props`)
    cells[`${count} rows`] = await interleave(
      Object.fromEntries(Object.entries(ways).map(([name, way]) => [name, () => way(props)])),
      {},
      { rounds: bench.rounds },
    )
  }
  console.log(`\n(g) validate datagrid props: times ${ajv ? limit : visit}, fastest rounds (medians)`)
  printRatios({ section: 'validate', cells, limit: ajv ? limit : visit, boundOf: (name) => (ajv && name === 'validateComponent' ? bound : undefined), bench })
}

/** Counts bytes, nodes and depth, looks at URLs and references, fills in defaults: more than the schema alone. */
const ourCheck = (props) => validateComponent('datagrid', props, { policy, budget: 'uncounted' }).ok

function ajvCheck({ default: Ajv }) {
  const { propsSchema } = JSON.parse(readFileSync(new URL('../../packages/registry/components/datagrid.json', import.meta.url), 'utf8'))
  return new Ajv({ strict: false, useDefaults: false }).compile(propsSchema)
}

function visitCells({ rows }) {
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
