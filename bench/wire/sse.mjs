// (f) Server-sent events: encoding compared with JSON.stringify, parsing compared with JSON.parse, and one event of 4 MB.
import { createRunClient } from '../../packages/agui-adapter/src/client.ts'
import { encodeEvent } from '../../packages/agui-adapter/src/index.ts'
import { cut, prose, rows } from '../lib/data.mjs'
import { interleave } from '../lib/interleave.mjs'
import { printRatios } from '../lib/print-ratios.mjs'
import { loadPeers } from '../peers/libraries.mjs'
import { bodyOf, pieces } from './body.mjs'
import { naive, parserReader } from './readers.mjs'

const count = 5000
const bounds = { encode: 1.3, parse: 1.5 }
const stringify = 'JSON.stringify (limit)'
const parse = 'JSON.parse (limit)'
const client = 'createRunClient, response to events'
const library = 'eventsource-parser + JSON.parse'

const last = { type: 'RUN_FINISHED', threadId: 'thread', runId: 'run' }
const blocksOf = (events) => events.map((json, index) => encodeEvent({ id: `${index + 1}.0`, json })).join('')

export async function sse(bench) {
  const peers = await loadPeers('@ag-ui/encoder', 'eventsource-parser')
  const deltas = cut(prose(count * 4), 4).slice(0, count)
  const events = deltas.map((delta) => ({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'run:0:answer', delta }))
  await printEncode(events, peers['@ag-ui/encoder'], bench)
  await printParse(events, peers['eventsource-parser'], bench)
}

async function printEncode(events, encoder, bench) {
  bench.progress('sse: encode')
  const writer = encoder && new encoder.EventEncoder()
  const own = {
    [stringify]: () => total(events, (event) => JSON.stringify(event)),
    'encodeEvent, with id': () => total(events, (json, index) => encodeEvent({ id: `0-${index}`, json })),
    'by hand, with id': () => total(events, (event, index) => `id: 0-${index}\ndata: ${JSON.stringify(event)}\n\n`),
  }
  const peers = writer ? { '@ag-ui/encoder, without id': () => total(events, (event) => writer.encodeSSE(event)) } : {}
  const cells = { '5,000 events': await interleave(own, peers, { rounds: bench.rounds }) }
  console.log('\n(f) SSE, writing 5,000 text deltas of 4 characters: times JSON.stringify')
  printRatios({ section: 'sse encode', cells, limit: stringify, boundOf: (name) => (name.startsWith('encodeEvent') ? bounds.encode : undefined), bench })
}

async function printParse(events, eventsource, bench) {
  const large = { type: 'CUSTOM', name: 'artifact_chunk', value: { rows: rows(56_000) } }
  const inputs = [
    ['5,000 events/1460', [...events, last], 1460],
    ['5,000 events/64', [...events, last], 64],
    ['one of 4 MB/1460', [large, last], 1460],
  ]
  const cells = {}
  for (const [title, all, size] of inputs) {
    bench.progress(`sse: ${title}`)
    cells[title] = await measureParse(all, pieces(blocksOf(all), size), { eventsource, ...bench })
  }
  console.log('\n(f) SSE, reading bytes in pieces (last number): times JSON.parse of the payloads')
  printRatios({
    section: 'sse parse',
    cells,
    limit: parse,
    boundOf: (name, cell) => ((name === client || name === library) && cell.endsWith('1460') ? bounds.parse : undefined),
    bench,
  })
}

function measureParse(events, chunks, { eventsource, rounds, limitMs }) {
  const payloads = events.map((event) => JSON.stringify(event))
  const own = {
    [parse]: () => total(payloads, (payload) => JSON.parse(payload).type),
    [client]: () => readRun(chunks),
    'response body read, nothing parsed': () => drain(chunks),
  }
  const peers = { 'buffer += piece, indexOf': naive(chunks, limitMs) }
  if (eventsource) peers[library] = parserReader(eventsource.createParser, chunks)
  return interleave(own, peers, { rounds })
}

async function readRun(chunks) {
  const headers = { 'content-type': 'text/event-stream' }
  const run = createRunClient({ fetch: async () => new Response(bodyOf(chunks), { headers }) })
  let length = 0
  for await (const { event } of run.start({ thread_id: 'thread', run_id: 'run', messages: [] })) length += event.type.length
  return length
}

async function drain(chunks) {
  const reader = new Response(bodyOf(chunks)).body.getReader()
  let length = 0
  for (let step = await reader.read(); !step.done; step = await reader.read()) length += step.value.length
  return length
}

function total(items, toText) {
  let length = 0
  for (let index = 0; index < items.length; index++) length += toText(items[index], index).length
  return length
}
