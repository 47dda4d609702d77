import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mapPage } from '../../scripts/gallery/map-page.ts'
import { openGallery } from '../../scripts/gallery/open-gallery.ts'
import { recordVideo } from '../../scripts/gallery/record-video.ts'

/** Stylesheets of typical pages, which do not consider this package. */
const fixture = (name: string) => readFileSync(new URL(`../__fixtures__/host-css/${name}.css`, import.meta.url), 'utf8')
const hosts: Record<string, string> = {
  '* { margin: 0; padding: 0 }': '* { margin: 0; padding: 0 }',
  'a small reset': fixture('reset'),
  'the preflight of Tailwind 3': fixture('tailwind-3'),
  'the preflight of Tailwind 4': fixture('tailwind-4'),
  'the reboot of Bootstrap 5': fixture('bootstrap-5'),
  'rules for tables': fixture('tables'),
  'rules for elements': fixture('elements'),
  'rules for sections': `section, article, nav, form, footer, header, aside { display: flex; width: 50%; margin: 30px; padding: 40px; border: 2px solid;
    background: yellow }`,
  'centred text of its own size':
    'body, main, #root { font: italic 22px/2 serif; letter-spacing: 1px; text-align: center; text-transform: uppercase; white-space: pre-wrap }',
  'html { font-size: 62.5% }': 'html { font-size: 62.5% }',
}
const count = 21
/** An element's size, its position in its component in px, and its appearance. */
interface Measured {
  component: string
  element: string
  box: number[]
  look: string
}

let gallery: Awaited<ReturnType<typeof openGallery>>
let page: Page
let before: Measured[]
beforeAll(async () => {
  gallery = await openGallery()
  page = await gallery.browser.newPage({ viewport: { width: 1_920, height: 3_200 }, reducedMotion: 'reduce' })
  page.setDefaultTimeout(180_000)
  const video = await recordVideo(page)
  await page.route('https://media.example.org/**', (route) => route.fulfill({ contentType: 'video/webm', body: video }))
  await page.route('https://maps.example.org/**', (route) => route.fulfill({ contentType: 'text/html', body: mapPage }))
  await page.goto(`${gallery.address}sheet.html?theme=light`)
  await page.waitForFunction((tiles) => document.querySelectorAll('[data-tile]').length === tiles && !document.querySelector('.pf-skeleton'), count)
  await page.waitForFunction(() => document.querySelectorAll('.pf-chart canvas').length === 3 && document.querySelector('.pf-mermaid-view img'))
  await page.waitForFunction(() => document.querySelector('.pf-plot .main-svg') && document.querySelector('.pf-code [data-token]'))
  await page.waitForLoadState('networkidle')
  // The page determines the width of a component, so it is kept constant.
  await page.evaluate(() => {
    for (const tile of document.querySelectorAll<HTMLElement>('[data-tile]'))
      tile.style.cssText = `display:block;border:0;box-sizing:border-box;inline-size:${tile.getBoundingClientRect().width}px;max-inline-size:none;margin:0;padding:0`
  })
  before = await steady()
}, 600_000)
afterAll(() => gallery?.close())

describe.each(Object.keys(hosts))('a page with %s', (host) => {
  it.each(['before', 'after'] as const)('leaves every component its layout, with its rules %s ours', async (place) => {
    const style = await page.evaluateHandle(
      ({ css, place }) => {
        const element = document.createElement('style')
        element.textContent = css
        if (place === 'before') document.head.prepend(element)
        else document.head.append(element)
        return element
      },
      { css: hosts[host] ?? '', place },
    )
    const now = await steady()
    await style.evaluate((element) => element.remove())
    expect(differences(now)).toEqual([])
    expect(new Set(now.map(({ component }) => component)).size).toBe(count)
  })
})

it('is a test that can fail: a rule with the weight of two classes reaches in', async () => {
  const style = await page.addStyleTag({ content: '.sheet .pf-component td { padding: 20px }' })
  const now = await steady()
  await style.evaluate((element) => (element as Element).remove())
  expect(differences(now)).not.toEqual([])
})

it('lets text grow with the size of the root', async () => {
  const style = await page.addStyleTag({ content: 'html { font-size: 200% }' })
  const size = () =>
    page.evaluate(() => [...document.querySelectorAll('.pf-md p, .pf-data-table td, .pf-metric-value')].map((one) => getComputedStyle(one).fontSize))
  const grown = await size()
  await style.evaluate((element) => (element as Element).remove())
  expect(grown.map((one) => Number.parseFloat(one) / 2)).toEqual((await size()).map((one) => Number.parseFloat(one)))
})

/** Returns the elements that differ by more than a pixel from the page without other styles. */
function differences(now: readonly Measured[]): string[] {
  if (now.length !== before.length) return [`${now.length} elements instead of ${before.length}`]
  return now.flatMap(({ component, element, box, look }, index) => {
    const was = before[index]
    const moved = box.some((value, side) => Math.abs(value - (was?.box[side] ?? Number.NaN)) > 1)
    return moved || look !== was?.look ? [`${component} ${element}: ${was?.box} ${was?.look} → ${box} ${look}`] : []
  })
}

/** Measures until nothing moves any more, because charts follow the size of their boxes. */
async function steady(): Promise<Measured[]> {
  for (let last = '', tries = 0; tries < 50; tries++) {
    const now = await measure()
    const text = JSON.stringify(now)
    if (text === last) return now
    last = text
    await page.waitForTimeout(300)
  }
  throw new Error('the page does not come to rest')
}

/** Ignores the screen reader text of KaTeX, and the content of frames, pictures and formulas. */
const measure = () =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-tile]')].flatMap((tile): Measured[] => {
      const artifact = tile.querySelector('.pf-component')
      if (!artifact) return []
      const origin = artifact.getBoundingClientRect()
      return [artifact, ...artifact.querySelectorAll('*:not(svg *, .katex-mathml, .katex-mathml *)')].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        const { color, backgroundColor, fontSize, fontWeight, fontStyle, textAlign, textTransform, textDecorationLine } = getComputedStyle(element)
        return {
          component: tile.dataset.tile ?? '',
          element: `${element.localName}.${element.getAttribute('class')}`,
          box: width === 0 ? [] : [x - origin.x, y - origin.y, width, height].map((value) => Math.round(value * 10) / 10),
          // The section around a component has no text of its own.
          look: element === artifact ? '' : [color, backgroundColor, fontSize, fontWeight, fontStyle, textAlign, textTransform, textDecorationLine].join(' '),
        }
      })
    }),
  )
