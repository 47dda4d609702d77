import { expect, it } from 'vitest'
import { cpuTime } from '../../../../tooling/test-setup/cpu-time.ts'
import type { NumberedEvent } from '../agui/agui-event.ts'
import { createSegmentFilter } from './segment-filter.ts'

const batch = (type: string, n = 0): NumberedEvent[] => [{ id: `${n}.0`, event: { type, n } as never }]
const typesOf = (events: readonly NumberedEvent[]) => events.map(({ event }) => event.type)

it('lets the run out that continues behind the given place, from its start on', () => {
  const opening = createSegmentFilter(4)
  const out = ['RUN_STARTED', 'TEXT', 'RUN_FINISHED', 'RUN_STARTED', 'TEXT', 'RUN_FINISHED'].map((type, index) =>
    typesOf(opening(index + 1, batch(type, index))),
  )
  expect(out).toEqual([[], [], [], [], ['RUN_STARTED', 'TEXT'], ['RUN_FINISHED']])
})

it('costs what its events cost', () => {
  const opening = createSegmentFilter(200_001)
  opening(1, batch('RUN_STARTED'))
  const started = cpuTime()
  for (let seq = 2; seq <= 200_000; seq++) opening(seq, batch('TOOL_CALL_ARGS', seq))
  expect(opening(200_002, batch('TEXT')).length).toBe(200_001)
  expect(cpuTime() - started).toBeLessThan(3_000)
})
