// (p) Origins of figures: altered numbers that are flagged, true ones that are, and the time for a grid of 10,000 cells.
import { traceFigures } from '../../packages/artifacts/src/provenance.ts'
import { seeded } from '../lib/data.mjs'
import { interleave } from '../lib/interleave.mjs'
import { short, table, timeCell } from '../lib/table.mjs'
import { shuffled } from './answers.mjs'
import { measureCorpus } from './measure.mjs'

const corpora = [
  { name: 'seed 1', seed: 1 },
  { name: 'held out', seed: 600_613 },
]
const answers = 2_000
const bounds = { recall: 0.99, falseFlags: 0.01, ms: 5 }

export async function provenance(bench) {
  printCorpora(bench)
  await printTime(bench)
}

const percent = (part, whole) => `${short((100 * part) / Math.max(1, whole))} %`

function printCorpora({ progress, report, quick }) {
  console.log('\n(p) provenance: answers over the data of the demo in five languages, each also with one altered number')
  const found = corpora.map(({ name, seed }) => {
    progress(`provenance: ${name}`)
    const misses = {}
    const onMiss = ({ what, changed, figure, answer, text, altered }) => {
      misses[what] ??= []
      if (misses[what].length < Number(process.env.PF_SHOW_MISSES ?? 0))
        misses[what].push({ written: changed?.text ?? figure?.text ?? altered, true: changed?.value, text: answer?.text ?? text })
    }
    const totals = measureCorpus(traceFigures, { seed, count: quick ? answers / 10 : answers, onMiss })
    if (process.env.PF_SHOW_MISSES) console.log(JSON.stringify(misses, null, 1))
    return { name, totals }
  })
  const lines = found.map(({ name, totals: { answers: count, altered, flagged, figures, falseFlags } }) => {
    const [recall, wrong] = [flagged / altered, falseFlags / figures]
    const ok = recall >= bounds.recall && wrong <= bounds.falseFlags
    report({ section: 'provenance', name, answers: count, altered, recall, figures, false_flags: wrong, ok })
    return {
      name,
      cells: [
        String(count),
        String(altered),
        percent(flagged, altered),
        String(figures),
        percent(falseFlags, figures),
        ok ? 'ok >= 99 %, <= 1 %' : 'MISSED 99 % or 1 %',
      ],
    }
  })
  console.log(table(['answers', 'altered', 'flagged', 'true figures', 'flagged', ''], lines))
  const kinds = Object.keys(found[0].totals.kinds)
  console.log(
    table(
      kinds,
      found.map(({ name, totals }) => ({ name, cells: kinds.map((kind) => percent(totals.kinds[kind].flagged, totals.kinds[kind].altered)) })),
    ),
  )
}

/** Rows of ten columns, two of them texts, as a query returns them. */
function rowsOf(count) {
  const random = seeded(11)
  return Array.from({ length: count }, (_, id) => ({
    id: `row-${id}`,
    city: `City ${id % 97}`,
    ...Object.fromEntries(
      Array.from({ length: 8 }, (_unused, column) => [`measure_${column}`, Math.round(random() * 10 ** (2 + (column % 5))) / 10 ** (column % 3)]),
    ),
  }))
}

async function printTime({ rounds, report, progress }) {
  progress('provenance: 10,000 cells')
  const rows = rowsOf(1_000)
  const described = { tool: 'run_query', tool_call_id: 'tc:run:1' }
  const results = [{ ...described, ref: 'run_query.rows', value: rows }]
  const shown = { columns: Object.keys(rows[0]).map((field) => ({ field })), rows: structuredClone(rows) }
  const text = JSON.stringify(shown)
  const limit = 'JSON.parse of the grid (limit)'
  const ours = 'traceFigures, grid and rows of 10,000 cells'
  const elsewhere = 'the same in another order, two columns less'
  const sorted = shuffled(shown.rows, seeded(3)).map(({ measure_6: _, measure_7: __, ...row }) => row)
  const byReference = 'traceFigures, grid by reference'
  const reference = { columns: shown.columns, rows: { $artifact: 'run_query.rows' } }
  const found = await interleave(
    {
      [limit]: () => JSON.parse(text),
      [ours]: () => traceFigures({ results, components: [{ id: 'c', component: 'datagrid', props: shown }] }),
      [elsewhere]: () => traceFigures({ results, components: [{ id: 'c', component: 'datagrid', props: { ...shown, rows: sorted } }] }),
      [byReference]: () => traceFigures({ results, components: [{ id: 'c', component: 'datagrid', props: reference }] }),
    },
    {},
    { rounds },
  )
  console.log('\n    time for one answer')
  const lines = Object.entries(found).map(([name, { min, median }]) => {
    const isOurs = name !== limit
    const ok = median / 1000 <= bounds.ms
    report({
      section: 'provenance',
      what: 'time',
      name,
      min_us: min,
      median_us: median,
      ratio: min / found[limit].min,
      ...(isOurs ? { bound_ms: bounds.ms, ok } : {}),
    })
    return {
      name,
      cells: [timeCell(min), timeCell(median), short(min / found[limit].min), isOurs ? (ok ? `ok < ${bounds.ms} ms` : `OVER ${bounds.ms} ms`) : ''],
    }
  })
  console.log(table(['fastest', 'median', 'ratio', ''], lines))
}
