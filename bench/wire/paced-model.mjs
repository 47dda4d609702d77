import { setTimeout as sleep } from 'node:timers/promises'

/** Microseconds of the clock that all processes of a machine share. */
export const clock = () => Number(process.hrtime.bigint() / 1000n)

/** A model that writes `count` words at a steady pace; each word is the time at which it left. Runs begin at different moments of the beat. */
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
