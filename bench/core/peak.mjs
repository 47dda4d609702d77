// Peak heap of one way; started by heap.mjs, answers by message.
import { createActionReader, createAnswerExtractor } from '../../packages/core/src/index.ts'
import { answerText, cut } from '../lib/data.mjs'
import { answerPeers } from '../peers/answer-peers.mjs'

const peerLimitMs = 1000
const lookEvery = 64

const own = {
  'copy through': copyThrough,
  createAnswerExtractor: (chunks, tick) => feedAll(createAnswerExtractor(), chunks, tick),
  createActionReader: (chunks, tick) => feedAll(createActionReader(), chunks, tick),
  'concat + JSON.parse once': parseOnce,
}

const [name] = process.argv.slice(2)
const peers = await answerPeers()
if (name === 'names') process.send([...Object.keys(own), ...Object.keys(peers)])
else process.send(await peakOf(cut(answerText(2_097_152), 4)))
process.disconnect()

/** The second of two runs: the first also pays for compiling. */
async function peakOf(chunks) {
  if (own[name]) await measured(chunks, own[name])
  return measured(chunks, own[name] ?? ((all, tick) => peers[name].follow(all, tick)))
}

async function measured(chunks, run) {
  globalThis.gc()
  const start = { heap: process.memoryUsage().heapUsed, at: performance.now() }
  let highest = 0
  let calls = 0
  await run(chunks, () => {
    if (calls++ % lookEvery !== 0) return false
    highest = Math.max(highest, process.memoryUsage().heapUsed - start.heap)
    return !own[name] && performance.now() - start.at > peerLimitMs
  })
  return { mib: highest / 1024 / 1024, share: calls / chunks.length }
}

function copyThrough(chunks, tick) {
  for (const chunk of chunks) {
    if ([{ type: 'answer_delta', text: chunk }][0].text.length > 1e9) throw new Error('too long')
    tick()
  }
}

function feedAll(reader, chunks, tick) {
  for (const chunk of chunks) {
    reader.feed(chunk)
    tick()
  }
  reader.finish()
}

function parseOnce(chunks, tick) {
  let text = ''
  for (const chunk of chunks) {
    text += chunk
    tick()
  }
  const kept = JSON.parse(text)
  for (let look = 0; look < lookEvery; look++) tick()
  if (kept.args.answer === '') throw new Error('empty')
}
