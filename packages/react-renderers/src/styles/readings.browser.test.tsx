import type { JsonObject } from '@pf/core'
import { builtInComponents } from '@pf/registry/browser'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createComponentKitStore } from '../kits/component-kit-store.ts'
import { emulate } from '../test-support/emulate.ts'
import { exampleOf, galleryFaults, renderGallery } from '../test-support/gallery.tsx'
import type { Mounted } from '../test-support/mount.tsx'
import { overflowing } from '../test-support/overflowing.ts'
import { rightToLeft } from '../test-support/right-to-left.ts'

/** Components whose libraries take seconds to load, and frames of other sites, are tested in the slow suite. */
const heavy = ['plotly', 'mermaid', 'video', 'embed', 'html']
const names = builtInComponents.filter((name) => !heavy.includes(name))
let mounted: Mounted | undefined
beforeAll(() => createComponentKitStore().load(builtInComponents))
afterEach(async () => {
  mounted?.unmount()
  mounted = undefined
  document.documentElement.removeAttribute('dir')
  await emulate({})
})

async function show(propsOf: (name: string) => JsonObject, width = 320): Promise<HTMLElement> {
  mounted = await renderGallery(names, propsOf, width)
  return mounted.box
}

describe('all components', () => {
  it('fit 320 px, left to right and right to left; what is wider scrolls in a frame of its own', async () => {
    expect(overflowing(await show(exampleOf))).toEqual([])
    mounted?.unmount()
    document.documentElement.dir = 'rtl'
    expect(overflowing(await show((name) => rightToLeft[name] ?? {}))).toEqual([])
  })

  it('are dark on white on paper, whatever scheme the page and the reader have', async () => {
    await emulate({ scheme: 'dark', print: true })
    const box = await show(exampleOf, 720)
    document.documentElement.dataset.theme = 'dark'
    const paper = getComputedStyle(document.documentElement).getPropertyValue('color-scheme')
    const shades = [...box.querySelectorAll('h3, p, td, th, label')].map((element) => Number(/oklch\(([\d.]+)/.exec(getComputedStyle(element).color)?.[1] ?? 0))
    delete document.documentElement.dataset.theme
    expect(paper).toBe('light')
    expect(Math.max(...shades)).toBeLessThan(0.75)
  })

  it.each(['light', 'dark'] as const)('have no faults of accessibility in Arabic, %s', async (scheme) => {
    await emulate({ scheme })
    document.documentElement.dir = 'rtl'
    const box = await show((name) => rightToLeft[name] ?? {}, 720)
    expect(await galleryFaults(box)).toBe('')
  })

  it.each(['light', 'dark'] as const)('have none with forced colours, %s', async (scheme) => {
    await emulate({ scheme, forced: true })
    expect(await galleryFaults(await show(exampleOf, 720))).toBe('')
  })

  it('with forced colours show where the focus is, and words on filled buttons', async () => {
    await emulate({ forced: true })
    const box = await show(exampleOf, 720)
    for (const element of box.querySelectorAll<HTMLElement>('button:not(:disabled), input, select, summary, a[href], [tabindex="0"]')) {
      element.focus({ focusVisible: true } as FocusOptions)
      if (document.activeElement !== element) continue
      const { outlineStyle, outlineWidth, borderInlineEndWidth } = getComputedStyle(element)
      // The resize handle of a column is a line, which becomes thicker.
      const seen = outlineStyle !== 'none' ? Number.parseFloat(outlineWidth) : element.matches('hr') ? Number.parseFloat(borderInlineEndWidth) : 0
      expect(seen, element.outerHTML.slice(0, 160)).toBeGreaterThanOrEqual(1)
    }
    // With forced colours, text on a filled button would otherwise get a backplate in its own colour.
    for (const button of box.querySelectorAll('.pf-prompt-submit, .pf-form-submit')) {
      const { color, backgroundColor, forcedColorAdjust } = getComputedStyle(button)
      expect(color).not.toBe(backgroundColor)
      expect(forcedColorAdjust).toBe('none')
    }
  })

  it('stand still for readers who want that', async () => {
    await emulate({ still: true })
    const box = await show(exampleOf, 720)
    const moving = box.getAnimations({ subtree: true }).filter((animation) => animation.playState === 'running')
    expect(moving).toEqual([])
    const slow = [...box.querySelectorAll('*')].filter((element) => !/^(?:0s(?:, )?)+$/.test(getComputedStyle(element).transitionDuration))
    expect(slow.map((element) => element.className)).toEqual([])
  })
})

describe('what is read in one direction whatever the page is', () => {
  it('data stays left to right, text follows its own letters', async () => {
    document.documentElement.dir = 'rtl'
    const box = await show((name) => (name === 'markdown' ? { content: 'An English paragraph.' } : (rightToLeft[name] ?? {})), 720)
    const of = (selector: string) => getComputedStyle(box.querySelector(selector) ?? document.body)
    expect(of('.pf-json-tree').direction).toBe('ltr')
    expect(of('.pf-code-body').direction).toBe('ltr')
    expect(of('.pf-md p').unicodeBidi).toBe('plaintext')
    expect(of('.pf-prompt-title').direction).toBe('rtl')
    const callout = box.querySelector('.pf-callout')
    const text = callout?.querySelector('.pf-md')
    expect((callout?.getBoundingClientRect().right ?? 0) - (text?.getBoundingClientRect().right ?? 0)).toBeGreaterThan(10)
  })
})
