// Ratios of the streaming code to the bare minimum that reads the same text. Run: node --conditions=pf-source bench/core/streaming.mjs
import { createActionReader, createAnswerExtractor, createPartialJson, normalizeAction } from '../../packages/core/src/index.ts'
import { cut, line, measure, prose, rows } from './measure.mjs'

const scan = (chunks) => {
  let sum = 0
  for (const chunk of chunks) for (let index = 0; index < chunk.length; index++) sum += chunk.charCodeAt(index)
  return sum
}

function feedAll(reader, chunks) {
  let length = 0
  for (const chunk of chunks)
    for (const event of reader.feed(chunk)) if (event.type === 'answer_delta' || event.type === 'args_delta') length += event.text.length
  reader.finish()
  return length
}

function extractAll(extractor, chunks) {
  let length = 0
  for (const chunk of chunks) length += extractor.feed(chunk).length
  extractor.finish()
  return length
}

for (const [size, name] of [
  [16_384, '16 KB'],
  [2_097_152, '2 MB'],
]) {
  const answer = JSON.stringify({ next_node: 'final_response', args: { answer: prose(size), confidence: 0.9 } })
  const call = JSON.stringify({ next_node: 'render', args: { rows: rows(Math.ceil(size / 75)) } })
  for (const mean of [4, 64]) {
    const chunks = cut(answer, mean)
    const callChunks = cut(call, mean)
    const found = measure({
      scan: () => scan(chunks),
      reader: () => feedAll(createActionReader(), chunks),
      extractor: () => extractAll(createAnswerExtractor(), chunks),
    })
    const calls = measure({ scan: () => scan(callChunks), reader: () => feedAll(createActionReader(), callChunks) }, { rounds: 7 })
    line(`reader, answer of ${name} in ${mean}s`, found.reader, found.scan, 4)
    line(`extractor, answer of ${name} in ${mean}s`, found.extractor, found.scan, 4)
    line(`reader, tool call of ${name} in ${mean}s`, calls.reader, calls.scan)
  }
}

const clean = {
  'tool call': JSON.stringify({ next_node: 'search', args: { query: 'open orders of customer A-77', limit: 5, filters: { state: 'open' } } }),
  'answer of 16 KB, ASCII': JSON.stringify({ next_node: 'final_response', args: { answer: prose(16_384).replace(/[^ -~\n]/g, '-') } }),
  plan: JSON.stringify({
    next_node: 'plan',
    args: { steps: ['a', 'b', 'c'].map((node) => ({ node, args: { sku: 'K-1', n: 3 } })), join: { node: 'x', inject: { all: '$all' } } },
  }),
  'answer of 2 KB': JSON.stringify({ next_node: 'final_response', args: { answer: prose(2048), confidence: 0.8 } }),
  'answer of 16 KB': JSON.stringify({ next_node: 'final_response', args: { answer: prose(16_384) } }),
  'call of 40 KB': JSON.stringify({ next_node: 'render', args: { rows: rows(550) } }),
}
for (const [name, text] of Object.entries(clean)) {
  const found = measure({ parse: () => JSON.parse(text), normalize: () => normalizeAction(text) })
  line(`normalize clean, ${name}`, found.normalize, found.parse, 1.3)
}

for (const [count, name] of [
  [550, '40 KB'],
  [14_000, '1 MB'],
]) {
  const text = JSON.stringify({ rows: rows(count), note: prose(500) })
  for (const [mean, bound] of [
    [4, 5],
    [64, 3],
  ]) {
    const chunks = cut(text, mean)
    const found = measure(
      {
        parse: () => JSON.parse(chunks.join('')),
        partial: () => {
          const partial = createPartialJson()
          for (const chunk of chunks) partial.feed(chunk)
          return partial.finish()
        },
      },
      { rounds: 9 },
    )
    line(`partial JSON, ${name} in ${mean}s, no reads`, found.partial, found.parse, bound)
  }
}

const chunks = cut(JSON.stringify({ rows: rows(770) }), 16)
const reads = measure({
  partial: () => {
    const partial = createPartialJson()
    for (const chunk of chunks) {
      partial.feed(chunk)
      if (partial.value === chunk) return 0
    }
    return 1
  },
})
console.log(`partial JSON, 56 KB in 16s, a read after each: ${(reads.partial.median / 1000).toFixed(1)} ms (goal 50 ms)`)
