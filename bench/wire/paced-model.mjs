import { setTimeout as sleep } from 'node:timers/promises'

/** Microseconds of a clock that all processes of the machine share. */
export const clock = () => Number(process.hrtime.bigint() / 1000n)

/** A model that writes `count` words at a constant rate. Each word is the time at which it was written. Runs start with different offsets. */
export function pacedModel({ perSecond, count }) {
  return {
    name: 'paced',
    async *stream() {
      const beat = 1000 / perSecond
      yield { type: 'text', text: '{"next_node":"final_response","args":{"answer":"' }
      const start = performance.now() + Math.random() * beat
      for (let word = 0; word < count; word++) {
        await sleep(Math.max(0, start + word * beat - performance.now()))
        yield { type: 'text', text: `${clock()} ` }
      }
      yield { type: 'text', text: '"}}' }
      yield { type: 'finish', reason: 'stop' }
    },
  }
}
