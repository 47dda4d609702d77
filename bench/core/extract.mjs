// (a) The answer of a final_response while it arrives, beside a bare scan of the same pieces.
import { createActionReader, createAnswerExtractor } from '../../packages/core/src/index.ts'
import { answerText, cut } from '../lib/data.mjs'
import { followed } from '../lib/follow.mjs'
import { interleave } from '../lib/interleave.mjs'
import { muted } from '../lib/muted.mjs'
import { printRatios } from '../lib/print-ratios.mjs'
import { mapValues, printWrong } from '../lib/print-wrong.mjs'
import { short, table } from '../lib/table.mjs'
import { answerPeers } from '../peers/answer-peers.mjs'
import { judgeAnswers } from './judge-answers.mjs'
import { scan } from './scan.mjs'
import { printToolCalls } from './tool-calls.mjs'

const bound = 4
const growthBound = 1.5
const sizes = [
  [1024, '1 KB'],
  [16_384, '16 KB'],
  [262_144, '256 KB'],
  [2_097_152, '2 MB'],
]
const means = [4, 64]

/** Ours, as `{ kind, follow }` for judging; timed by the tighter loops below. */
const ours = {
  createAnswerExtractor: (chunks, give) => {
    const extractor = createAnswerExtractor()
    for (const chunk of chunks) give(extractor.feed(chunk))
    give(extractor.finish().text)
  },
  createActionReader: (chunks, give) => {
    const reader = createActionReader()
    const text = (event) => (event.type === 'answer_delta' || event.type === 'end' ? event.text : '')
    for (const chunk of chunks) give(reader.feed(chunk).map(text).join(''))
    give(reader.finish().map(text).join(''))
  },
}

export async function extract(bench) {
  const peers = await answerPeers()
  const cells = {}
  for (const [size, title] of sizes)
    for (const mean of means) {
      bench.progress(`extract: ${title} in pieces of ${mean}`)
      cells[`${title}/${mean}`] = await measureCell(cut(answerText(size), mean), peers, bench)
    }
  const judged = await muted(() => judgeAnswers(ours, peers))
  console.log('\n(a) answer while it arrives: times the scan of the same pieces, fastest rounds (medians)')
  const notes = mapValues(judged, ({ right, of, halves }) => ({ right: `${right}/${of}`, halves: halves ? 'shown' : '-' }))
  printRatios({ section: 'extract', cells, limit: 'charCode scan (limit)', boundOf, notes, bench })
  printGrowth(cells, bench)
  printWrong('extract', judged, bench)
  await printToolCalls(bench)
}

/** At 1 KB making the reader counts as much as reading: no bound there. */
const boundOf = (name, cell) => (name in ours && !cell.startsWith('1 KB') ? bound : undefined)

function measureCell(chunks, peers, { rounds, limitMs }) {
  const followers = Object.entries(peers).map(([name, { kind, follow }]) => [
    name,
    followed(follow, { chunks, take: takers[kind], limitMs, growth: growthOf[kind] }),
  ])
  const own = {
    'charCode scan (limit)': () => scan(chunks),
    'copy through': () => copyThrough(chunks),
    'concat + JSON.parse once': () => parseOnce(chunks),
    createAnswerExtractor: () => extractAll(chunks),
    createActionReader: () => readAll(chunks),
  }
  return interleave(own, Object.fromEntries(followers), { rounds })
}

/** Parsers that give the answer so far pay for its length with each piece, be it by parsing or by putting it together. */
const growthOf = { pieces: 1, whole: 2 }

/** What a consumer does with what it gets: pieces are passed on, whole answers give the part that is new. */
const takers = {
  pieces: () => {
    let length = 0
    return (piece) => {
      length += piece.length
      return length
    }
  },
  whole: () => {
    let sent = 0
    return (answer) => {
      if (answer === undefined || answer.length <= sent) return ''
      const piece = answer.slice(sent)
      sent = answer.length
      return piece
    }
  },
}

function copyThrough(chunks) {
  let length = 0
  for (const chunk of chunks) for (const event of [{ type: 'answer_delta', text: chunk }]) length += event.text.length
  return length
}

function parseOnce(chunks) {
  let text = ''
  for (const chunk of chunks) text += chunk
  return JSON.parse(text).args.answer.length
}

function extractAll(chunks) {
  const extractor = createAnswerExtractor()
  let length = 0
  for (const chunk of chunks) length += extractor.feed(chunk).length
  return length + extractor.finish().text.length
}

function readAll(chunks) {
  const reader = createActionReader()
  let length = 0
  for (const chunk of chunks) for (const event of reader.feed(chunk)) if (event.type === 'answer_delta') length += event.text.length
  reader.finish()
  return length
}

function printGrowth(cells, { report }) {
  const perCharacter = (name, cell, size) => (cells[cell][name].min / size) * 1000
  const lines = ['charCode scan (limit)', ...Object.keys(ours)].flatMap((name) =>
    means.map((mean) => {
      const [small, large] = [perCharacter(name, `16 KB/${mean}`, 16_384), perCharacter(name, `2 MB/${mean}`, 2_097_152)]
      const growth = large / small
      const drift = growth / (perCharacter('charCode scan (limit)', `2 MB/${mean}`, 2_097_152) / perCharacter('charCode scan (limit)', `16 KB/${mean}`, 16_384))
      const verdict = name in ours ? (growth <= growthBound ? 'ok' : drift <= growthBound ? 'ok (the scan grows too)' : 'OVER') : ''
      report({ section: 'extract', what: 'growth', name, mean, growth, drift, bound: growthBound, verdict })
      return { name: `${name}, pieces of ${mean}`, cells: [short(small), short(large), short(growth), short(drift), verdict] }
    }),
  )
  console.log(`\ngrowth: ns a character at 16 KB and 2 MB (bound ${growthBound}; drift: growth beyond that of the scan)`)
  console.log(table(['16 KB', '2 MB', 'growth', 'drift', ''], lines))
}
