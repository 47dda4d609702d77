import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { paced } from '../../../../tooling/test-setup/machine-pace.ts'
import { chartExamples } from '../__fixtures__/chart-examples.ts'
import { costlyCharts } from '../__fixtures__/costly-charts.ts'
import { type FreezeWatch, watchFreezes } from '../test-support/freeze-watch.ts'
import { bare, draw, frame, guarded, hover, stream } from '../test-support/hostile.tsx'
import type { Mounted } from '../test-support/mount.tsx'

/** Charts take less than a second on a quiet machine. The rest of the limit allows for slower processors. */
const FROZEN_MS = 1_500
let freezes: FreezeWatch
let mounted: Mounted | undefined

beforeAll(async () => {
  // The libraries are loaded and compiled before the measurement.
  for (const name of ['a sankey', 'a ring', 'markers of a figure', 'a flow', 'a conversation']) {
    const example = chartExamples[name]
    if (example) (await draw(guarded(...example))).unmount()
  }
  freezes = await watchFreezes()
}, 60_000)
afterEach(() => {
  mounted?.unmount()
  mounted = undefined
  vi.restoreAllMocks()
})

const DRAWN = { echarts: '.pf-chart canvas', plotly: '.pf-plot .main-svg', mermaid: '.pf-mermaid-view img' }

describe('charts as people write them', () => {
  it.each(Object.entries(chartExamples))('%s is drawn, and none of its options is unknown', async (_, [component, props]) => {
    const warn = vi.spyOn(console, 'warn')
    mounted = await draw(guarded(component, props))
    const { box } = mounted
    await vi.waitFor(() => expect(box.querySelector(DRAWN[component as keyof typeof DRAWN])).not.toBeNull())
    expect(box.querySelector('.pf-card')?.textContent).toBeUndefined()
    expect(warn.mock.calls.flat().filter((text) => String(text).includes('list of supported options'))).toEqual([])
  })
})

const ways = [
  ['in an app', (component: string, props: Parameters<typeof guarded>[1]) => draw(guarded(component, props))],
  ['with validation out of the way', (component: string, props: Parameters<typeof guarded>[1]) => draw(bare(component, props))],
  ['as they arrive', stream],
] as const

describe.each(ways)('charts that would keep a library busy, %s', (_, show) => {
  it.each(Object.entries(costlyCharts))('%s leaves the page alive', async (_name, [component, props]) => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const longestTask = async () => {
      await freezes.restart()
      mounted = await show(component, props, freezes.mark)
      await hover(mounted.box)
      await frame()
      return freezes.longest()
    }
    if ((await longestTask()) < paced(FROZEN_MS)) return
    // Another process can hold up any task, so a task that is too long has to be so twice.
    mounted?.unmount()
    expect(await longestTask()).toBeLessThan(paced(FROZEN_MS))
  })
})
