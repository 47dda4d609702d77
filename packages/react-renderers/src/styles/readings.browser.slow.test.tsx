import type { JsonObject } from '@pf/core'
import { builtInComponents } from '@pf/registry/browser'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createComponentKitStore } from '../kits/component-kit-store.ts'
import { emulate } from '../test-support/emulate.ts'
import { exampleOf, galleryFaults, renderGallery } from '../test-support/gallery.tsx'
import type { Mounted } from '../test-support/mount.tsx'
import { overflowing } from '../test-support/overflowing.ts'
import { rightToLeft } from '../test-support/right-to-left.ts'

let mounted: Mounted | undefined
beforeAll(() => createComponentKitStore().load(builtInComponents))
afterEach(async () => {
  mounted?.unmount()
  document.documentElement.removeAttribute('dir')
  await emulate({})
})

/** The content of frames and players is covered by the media tests. No server answers for it here. */
const names = builtInComponents.filter((name) => !['html', 'video', 'embed'].includes(name))
/** The Plotly bundle does not support surfaces, which the example shows. */
const flat: JsonObject = { data: [{ type: 'bar', x: ['a', 'b'], y: [1, 2], name: 'n' }] }
const payloads = {
  ltr: (name: string) => (name === 'plotly' ? flat : exampleOf(name)),
  rtl: (name: string) => rightToLeft[name] ?? {},
}
const all = (['ltr', 'rtl'] as const).flatMap((dir) =>
  [320, 720].flatMap((width) => (['light', 'dark'] as const).flatMap((scheme) => [false, true].map((forced) => ({ dir, width, scheme, forced })))),
)

describe('every component', () => {
  it.each(all)('$dir, $width px, $scheme, forced colours: $forced', { timeout: 60_000 }, async ({ dir, width, scheme, forced }) => {
    await emulate({ scheme, forced })
    document.documentElement.dir = dir
    mounted = await renderGallery(names, payloads[dir], width)
    expect(overflowing(mounted.box)).toEqual([])
    expect(await galleryFaults(mounted.box)).toBe('')
  })
})
