// (d) Redacting a tool's result, and (e) collecting and redacting a thousand of them.
import { compileMarks, createArtifactCollector, redact } from '../../packages/artifacts/src/index.ts'
import { prose, rows } from '../lib/data.mjs'
import { interleave } from '../lib/interleave.mjs'
import { mapValues } from '../lib/print-wrong.mjs'
import { short, table, timeCell } from '../lib/table.mjs'
import { loadPeers } from '../peers/libraries.mjs'

const sizes = [
  [66, '5 KB'],
  [66_000, '5 MB'],
]
const bound = 2
const marked = ['chart', 'image', 'rows']
const schema = { type: 'object', properties: { summary: { type: 'string' }, ...Object.fromEntries(marked.map((name) => [name, { artifact: true }])) } }
const marks = compileMarks(schema)
const limit = '{...result} (limit)'
const ours = 'redact'

/** Three marked fields: a chart of rows, one megabyte of base64, a list. */
function result(count) {
  return { summary: 'Sales rose by 4 % in May.', chart: { title: 'Sales', series: rows(count) }, image: 'QUJD'.repeat(250_000), rows: rows(10) }
}

export async function redactions(bench) {
  const ways = { [limit]: (value) => ({ ...value }), [ours]: (value) => redact(value, marks), ...(await peerWays()), ...copies }
  const cells = {}
  for (const [count, title] of sizes) {
    bench.progress(`redact: ${title}`)
    const value = result(count)
    const { [limit]: least, [ours]: own, ...others } = mapValues(ways, (way) => () => way(value))
    cells[title] = await interleave({ [limit]: least, [ours]: own }, others, { rounds: bench.rounds })
  }
  printRedact(ways, cells, bench)
  await printCollect(bench)
}

async function peerWays() {
  const { 'fast-redact': fastRedact, '@pinojs/redact': pinoRedact } = await loadPeers('fast-redact', '@pinojs/redact')
  const ways = {}
  if (fastRedact) {
    const hide = fastRedact({ paths: marked, serialize: false, censor: '<artifact>' })
    ways['fast-redact (changes it, restores it)'] = (value) => {
      const hidden = hide(value)
      const shown = { ...hidden }
      hide.restore(value)
      return shown
    }
  }
  if (pinoRedact) ways['@pinojs/redact'] = pinoRedact({ paths: marked, serialize: false, censor: '<artifact>' })
  return ways
}

const hideAll = (value) => {
  for (const name of marked) value[name] = '<artifact>'
  return value
}
const copies = {
  'structuredClone, then hide': (value) => hideAll(structuredClone(value)),
  'JSON round trip, then hide': (value) => hideAll(JSON.parse(JSON.stringify(value))),
  'JSON.stringify alone': (value) => JSON.stringify(value).length,
}

function printRedact(ways, cells, bench) {
  console.log('\n(d) redact: 3 marked fields (a chart of the size, 1 MB of base64, 10 rows); fastest rounds (medians)')
  const lines = Object.keys(ways).map((name) => {
    const [small, large] = sizes.map(([, title]) => cells[title][name])
    const growth = large.min / small.min
    const verdict = name === ours ? (growth <= bound ? `ok <= ${bound}` : `OVER ${bound}`) : ''
    bench.report({ section: 'redact', name, us_5KB: small.min, us_5MB: large.min, growth, ...(name === ours ? { bound, ok: growth <= bound } : {}) })
    return { name, cells: [...[small, large].map(({ min, median }) => `${timeCell(min)} (${timeCell(median)})`), short(growth), verdict, shows(ways[name])] }
  })
  console.log(table(['5 KB', '5 MB', 'growth', '', 'the model sees'], lines))
}

/** What stands in the place of a marked list, so that speed is not compared with nothing done. */
function shows(way) {
  const value = result(66)
  const found = way(value)
  if (typeof found !== 'object') return ''
  const kept = Array.isArray(value.rows) ? '' : ', original changed'
  return `${typeof found.rows === 'string' ? found.rows : 'everything'}${kept}`
}

async function printCollect({ rounds, progress, report }) {
  progress('redact: 1,000 tool results')
  const results = Array.from({ length: 1000 }, (_, index) => ({
    summary: prose(200),
    chart: { title: `Chart ${index}`, series: rows(20) },
    image: 'QUJD',
    rows: rows(2),
  }))
  const artifacts = results.map(({ summary: _, ...heavy }) => heavy)
  const collectAll = async () => {
    const collector = createArtifactCollector({ runId: 'run' })
    let length = 0
    for (const value of results) length += redact(value, marks, await collector.collect('query', value, marks)).summary.length
    return length
  }
  const stringifyAll = () => artifacts.map((heavy) => JSON.stringify(heavy).length)
  const stringify = 'JSON.stringify of the artifacts (limit)'
  const found = await interleave({ [stringify]: stringifyAll, 'collect + redact': collectAll }, {}, { rounds })
  console.log('\n(e) collect + redact, 1,000 tool results of about 1.8 KB: time for one result')
  const lines = Object.entries(found).map(([name, { min, median }]) => {
    report({ section: 'redact', what: 'collect', name, us_per_result: min / 1000, ratio: min / found[stringify].min })
    return { name, cells: [timeCell(min / 1000), timeCell(median / 1000), short(min / found[stringify].min)] }
  })
  console.log(table(['fastest', 'median', 'ratio'], lines))
}
