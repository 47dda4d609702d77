import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { paced } from '../../../../tooling/test-setup/machine-pace.ts'
import { echartsFixed, echartsHosts, largeCharts } from '../__fixtures__/generated-charts.ts'
import { describeOptions, FROZEN_MS } from '../test-support/describe-options.tsx'
import { type FreezeWatch, watchFreezes } from '../test-support/freeze-watch.ts'
import { draw, guarded } from '../test-support/hostile.tsx'
import type { Mounted } from '../test-support/mount.tsx'
import { findRange, OTHER_RANGE, optionNames } from './echarts/option-table.ts'

let freezes: FreezeWatch
let mounted: Mounted | undefined

beforeAll(async () => {
  freezes = await watchFreezes()
})
afterEach(() => {
  mounted?.unmount()
  mounted = undefined
  vi.restoreAllMocks()
})

describeOptions({ component: 'echarts', hosts: echartsHosts, names: optionNames, findRange, other: OTHER_RANGE, fixed: echartsFixed })

describe('a large chart of an ordinary kind', () => {
  it.each(Object.entries(largeCharts))('is drawn: %s', async (_, [component, props]) => {
    await freezes.restart()
    mounted = await draw(guarded(component, props()))
    const { box } = mounted
    await vi.waitFor(() => expect(box.querySelector('canvas, .main-svg')).not.toBeNull())
    expect(box.querySelector('.pf-card')?.textContent).toBeUndefined()
    expect(await freezes.longest()).toBeLessThan(paced(FROZEN_MS))
  })
})
