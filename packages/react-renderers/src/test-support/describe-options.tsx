import type { JsonObject } from '@pf/core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { paced } from '../../../../tooling/test-setup/machine-pace.ts'
import { extremes, type GeneratedOption, optionsFor, plantOptions } from '../__fixtures__/generated-charts.ts'
import { type FreezeWatch, watchFreezes } from './freeze-watch.ts'
import { bare, draw, frame, hover } from './hostile.tsx'

/** Charts take less than a second on a quiet machine. The rest of the limit allows for slower processors. */
export const FROZEN_MS = 1_500
/** Options that are planted into one chart together, and the number below which a failed chart is not tried again with fewer of them. */
const GROUP = 54
const SMALL_GROUP = 27

/** A chart library with the table of its options. */
export interface ChartLibrary {
  component: 'echarts' | 'plotly'
  hosts: Readonly<Record<string, JsonObject>>
  names: readonly string[]
  findRange(name: string): GeneratedOption['range'] | undefined
  /** The range of options without their own range. */
  other: GeneratedOption['range']
  /** Names that the hosts need. */
  fixed: ReadonlySet<string>
  /** Kinds of values with which every chart is refused or fails. */
  neverDrawn?: ReadonlySet<string>
}

/** What became of a chart: an image, the card above a limit, or a card because its library failed. */
type Outcome = 'drawn' | 'refused' | 'failed'

/**
 * On a busy machine, a library draws in later animation frames, and fails there at a value that it cannot use. Such an error reaches the
 * error handler of the page and leaves the chart incomplete; what is tested is that the page continues.
 */
const passOver = (event: ErrorEvent) => event.preventDefault()

/** Defines tests that draw charts in which each option of a library has each kind of extreme value. */
export function describeOptions({ component, hosts, names, findRange, other, fixed, neverDrawn = new Set() }: ChartLibrary): void {
  const propsOf = (host: JsonObject): JsonObject => (component === 'echarts' ? { option: host } : host)
  let freezes: FreezeWatch

  beforeAll(() => addEventListener('error', passOver))
  afterAll(() => removeEventListener('error', passOver))
  beforeAll(async () => {
    // The library is loaded and compiled before the measurement.
    for (const host of Object.values(hosts).slice(0, 2)) (await draw(bare(component, propsOf(host)))).unmount()
    freezes = await watchFreezes()
  }, 90_000)

  async function show(props: JsonObject): Promise<{ outcome: Outcome; ms: number }> {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    vi.spyOn(console, 'error').mockImplementation(() => {})
    await freezes.restart()
    const mounted = await draw(bare(component, props))
    const { box } = mounted
    await vi.waitFor(() => expect(box.querySelector('canvas, .main-svg, .pf-card')).not.toBeNull(), 30_000)
    const outcome = box.querySelector('canvas, .main-svg') ? 'drawn' : /too (?:large|much|long)/.test(box.textContent ?? '') ? 'refused' : 'failed'
    await freezes.mark()
    await hover(box, [0.5])
    await frame()
    const ms = await freezes.longest()
    mounted.unmount()
    return { outcome, ms }
  }

  describe(`every option of ${component}`, () => {
    const options = names.flatMap((name): GeneratedOption[] => {
      const range = findRange(name)
      return range ? [{ name, range }] : []
    })

    it.each(Object.keys(extremes))(
      'leaves the page alive with %s',
      async (kind) => {
        const faults: string[] = []
        const outcomes: Outcome[] = []
        async function tryGroup(host: JsonObject, group: readonly GeneratedOption[]): Promise<void> {
          const { outcome, ms } = await show(propsOf(plantOptions(host, kind, group)))
          outcomes.push(outcome)
          if (ms >= paced(FROZEN_MS)) faults.push(`${ms} ms: ${group.map(({ name }) => name).join(' ')}`)
          // A library fails at the first value that it cannot use, so that the other options are not drawn.
          if (outcome !== 'failed' || group.length <= SMALL_GROUP) return
          const half = Math.ceil(group.length / 2)
          await tryGroup(host, group.slice(0, half))
          await tryGroup(host, group.slice(half))
        }
        const planted = optionsFor(kind, options, { other, fixed })
        const groups = Array.from({ length: Math.ceil(planted.length / GROUP) }, (_, at) => planted.slice(at * GROUP, (at + 1) * GROUP))
        const all = Object.values(hosts)
        // Each kind of value meets another host, so that a group is tried in all of them without a run for each pair.
        const turn = Object.keys(extremes).indexOf(kind)
        for (const [at, group] of groups.entries()) await tryGroup(all[(at + turn) % all.length] ?? {}, group)
        expect(faults).toEqual([])
        expect(outcomes.includes('drawn')).toBe(!neverDrawn.has(kind))
      },
      240_000,
    )
  })
}
