// Peak heap of the reader above that of passing the same pieces on. Run: node --expose-gc --max-semi-space-size=1 --conditions=pf-source bench/core/heap.mjs
import { createActionReader } from '../../packages/core/src/index.ts'
import { cut, prose } from './measure.mjs'

const chunks = cut(JSON.stringify({ next_node: 'final_response', args: { answer: prose(2_097_152), confidence: 0.9 } }), 4)

function peak(run) {
  globalThis.gc()
  const start = process.memoryUsage().heapUsed
  let highest = 0
  let calls = 0
  run(() => {
    if ((calls++ & 4095) === 0) highest = Math.max(highest, process.memoryUsage().heapUsed - start)
  })
  return highest
}

function copyThrough(tick) {
  for (const chunk of chunks) {
    if ([{ type: 'answer_delta', text: chunk }][0].text.length > 1e9) throw new Error('too long')
    tick()
  }
}

function read(tick) {
  const reader = createActionReader()
  for (const chunk of chunks) {
    reader.feed(chunk)
    tick()
  }
  reader.finish()
}

for (const run of [copyThrough, read, copyThrough, read]) console.log(`${run.name.padEnd(12)} ${(peak(run) / 1024 / 1024).toFixed(2)} MiB above start`)
