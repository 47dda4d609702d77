// (b) The value of strict JSON after every piece, beside putting the text together and parsing it once.
import { createPartialJson } from '../../packages/core/src/index.ts'
import { cut, rows } from '../lib/data.mjs'
import { followed, pushed } from '../lib/follow.mjs'
import { interleave } from '../lib/interleave.mjs'
import { muted } from '../lib/muted.mjs'
import { printRatios } from '../lib/print-ratios.mjs'
import { mapValues, printWrong } from '../lib/print-wrong.mjs'
import { valuePeers } from '../peers/value-peers.mjs'
import { judgePartials } from './judge-partials.mjs'

const limit = 'concat + JSON.parse once (limit)'
const bounds = { 4: 5, 64: 3 }
const sizes = [
  [550, '40 KB'],
  [14_000, '1 MB'],
]
const goalMs = 50

export async function partial(bench) {
  const peers = Object.fromEntries(Object.values(await valuePeers()).map((peer) => [peer.title, peer]))
  const cells = {}
  for (const [count, title] of sizes)
    for (const mean of [4, 64]) {
      bench.progress(`partial: ${title} in pieces of ${mean}`)
      cells[`${title}/${mean}`] = await measureCell(cut(JSON.stringify({ rows: rows(count) }), mean), peers, bench)
    }
  const judged = await muted(() => judgePartials({ 'createPartialJson, a read each': readEach, ...mapValues(peers, ({ follow }) => follow) }))
  console.log('\n(b) partial object after every piece: times concat + JSON.parse once, fastest rounds (medians)')
  const notes = mapValues(judged, ({ right, of, steady }) => ({ right: `${right}/${of}`, steady: `${steady}/${of}` }))
  printRatios({ section: 'partial', cells, limit, boundOf, notes, bench })
  printWrong('partial', judged, bench)
  await printReads(bench)
}

/** The bound is on feeding; reading costs what is read. */
const boundOf = (name, cell) => (name === 'createPartialJson, no reads' ? bounds[cell.split('/')[1]] : undefined)

const readEach = pushed(() => {
  const partialJson = createPartialJson()
  return (chunk) => {
    partialJson.feed(chunk)
    return partialJson.value
  }
})

function measureCell(chunks, peers, { rounds, limitMs }) {
  const own = {
    [limit]: () => parseOnce(chunks),
    'createPartialJson, no reads': () => feedAll(chunks),
    'createPartialJson, a read each': () => readAll(chunks),
  }
  const take = () => () => {}
  return interleave(
    own,
    mapValues(peers, ({ follow, growth }) => followed(follow, { chunks, take, limitMs, growth })),
    { rounds },
  )
}

function parseOnce(chunks) {
  let text = ''
  for (const chunk of chunks) text += chunk
  return JSON.parse(text)
}

function feedAll(chunks) {
  const partialJson = createPartialJson()
  for (const chunk of chunks) partialJson.feed(chunk)
  return partialJson.finish()
}

function readAll(chunks) {
  const partialJson = createPartialJson()
  let seen = 0
  for (const chunk of chunks) {
    partialJson.feed(chunk)
    if (partialJson.value !== undefined) seen++
  }
  partialJson.finish()
  return seen
}

/** What a component that grows on the screen costs. */
async function printReads({ rounds, report }) {
  const chunks = cut(JSON.stringify({ rows: rows(770) }), 16)
  const { read } = await interleave({ read: () => readAll(chunks) }, {}, { rounds })
  report({ section: 'partial', what: '56 KB in pieces of 16, a read each', ms: read.median / 1000, goal_ms: goalMs })
  console.log(
    `\n56 KB in pieces of 16 with a read each: ${(read.min / 1000).toFixed(1)} ms, median ${(read.median / 1000).toFixed(1)} ms (goal < ${goalMs} ms)`,
  )
}
