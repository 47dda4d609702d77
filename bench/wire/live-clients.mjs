// The readers of live.mjs in a separate process. Arguments: url, number of runs, words per run, milliseconds whose words do not count.
import { createRunClient } from '../../packages/agui-adapter/src/client.ts'
import { clock } from './paced-model.mjs'

const [url, runs, count, warmUpMs = '0'] = process.argv.slice(2)
const client = createRunClient({ baseUrl: url })
const delays = []
let deltas = 0
let countFrom = 0

/** Reads a run to its end and returns the number of words that were lost or out of order. */
async function follow(index) {
  const messages = [{ id: `u${index}`, role: 'user', content: 'go' }]
  let rest = ''
  let words = 0
  let last = 0
  for await (const { event } of client.start({ thread_id: `t${index}`, run_id: `r${index}`, messages })) {
    if (event.type !== 'TEXT_MESSAGE_CONTENT') continue
    deltas++
    const now = clock()
    const parts = `${rest}${event.delta}`.split(' ')
    rest = parts.pop()
    for (const part of parts) {
      if (Number(part) < last) continue
      last = Number(part)
      words++
      if (last >= countFrom) delays.push(now - last)
    }
  }
  return Number(count) - words
}

process.on('message', async () => {
  countFrom = clock() + Number(warmUpMs) * 1000
  const lost = await Promise.all(Array.from({ length: Number(runs) }, (_, index) => follow(index)))
  const sorted = Float64Array.from(delays).sort()
  const at = (share) => (sorted[Math.floor(sorted.length * share)] ?? 0) / 1000
  process.send({ median: at(0.5), late: at(0.99), lost: lost.reduce((sum, one) => sum + one, 0), deltas })
  process.disconnect()
})
process.send('ready')
