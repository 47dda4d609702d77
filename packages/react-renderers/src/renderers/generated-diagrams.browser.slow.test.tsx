import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { paced } from '../../../../tooling/test-setup/machine-pace.ts'
import { diagramKinds, generateDiagram } from '../__fixtures__/generated-diagrams.ts'
import { type FreezeWatch, watchFreezes } from '../test-support/freeze-watch.ts'
import { bare, draw } from '../test-support/hostile.tsx'
import type { Mounted } from '../test-support/mount.tsx'

/** Diagrams take less than a second on a quiet machine. The rest of the limit allows for slower processors. */
const FROZEN_MS = 1_500

let freezes: FreezeWatch
let mounted: Mounted | undefined

beforeAll(async () => {
  // The library is loaded and compiled before the measurement.
  ;(await draw(bare('mermaid', { code: 'graph TD\n a --> b' }))).unmount()
  freezes = await watchFreezes()
}, 90_000)
afterEach(() => {
  mounted?.unmount()
  mounted = undefined
  vi.restoreAllMocks()
})

/** Numbers of statements, and of words in each of their labels. */
const SIZES = [
  [110, 3],
  [1, 1_000],
] as const

describe('every kind of diagram', () => {
  it.each(Object.entries(diagramKinds))('leaves the page alive with many statements and with a long label: %s', async (_, kind) => {
    for (const [statements, words] of SIZES) {
      vi.spyOn(console, 'warn').mockImplementation(() => {})
      vi.spyOn(console, 'error').mockImplementation(() => {})
      await freezes.restart()
      mounted = await draw(bare('mermaid', { code: generateDiagram(kind, statements, words) }))
      const { box } = mounted
      expect(box.querySelector('.pf-mermaid-view img') ?? box.textContent).not.toBe('')
      expect(await freezes.longest()).toBeLessThan(paced(FROZEN_MS))
      mounted.unmount()
    }
  })
})
