import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { typeErrors } from './build-front-end.ts'
import { type FrontEnd, startFrontEnd } from './open-front-end.ts'

const root = new URL('../../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** A folder for pictures of the pages, and for docs/chat-in-pages.png, which shows all of them. They are only taken if it is set. */
const pictures = process.env.PF_PICTURES

const hosts = ['plain', 'shadcn', 'mui'] as const
const schemes = ['light', 'dark'] as const

let frontEnd: FrontEnd
beforeAll(async () => {
  frontEnd = await startFrontEnd('host-pages')
}, 600_000)
afterAll(async () => {
  if (pictures) await joinPictures(pictures)
  await frontEnd?.close()
})

async function open(host: string, scheme: string, tokens = 'all', width = 1_000) {
  const visit = await frontEnd.open({ host, scheme, tokens })
  await visit.page.setViewportSize({ width, height: 1_180 })
  await visit.page.emulateMedia({ reducedMotion: 'reduce' })
  await visit.page.getByRole('button', { name: /How late were the departures/ }).waitFor()
  await visit.page.evaluate(() => document.fonts.ready)
  return visit
}

it('has no type errors', async () => {
  expect(await typeErrors('host-pages')).toBe('')
})

it.each(hosts)('the guide to theming has the tokens of the page with %s', (host) => {
  const tokens = read(`tooling/front-ends/host-pages/${host}-tokens.css`)
  expect(read('apps/docs/pages/guides/theming.md')).toContain(`\`\`\`css\n${tokens}\`\`\``)
})

describe.each(hosts)('a page with %s', (host) => {
  describe.each(schemes)('%s', (scheme) => {
    it('gives the chat its colours and its font with the tokens, and not without them', async () => {
      const [themed, unthemed] = [await open(host, scheme), await open(host, scheme, 'none')]
      const [look, other] = [await lookOf(themed.page), await lookOf(unthemed.page)]
      expect(look.chat).toEqual(look.page)
      for (const key of Object.keys(look.page) as (keyof typeof look.page)[]) expect([key, other.chat[key]]).not.toEqual([key, look.chat[key]])
      await Promise.all([themed.context.close(), unthemed.context.close()])
    })

    it('keeps the elements of the page as they are', async () => {
      const { page, context } = await open(host, scheme)
      const withChat = await stylesOfPage(page)
      const disabled = await page.evaluate(() => {
        const ours = [...document.styleSheets].filter((sheet) => [...sheet.cssRules].some((rule) => rule.cssText.includes('.pf-chat-form')))
        for (const sheet of ours) sheet.disabled = true
        return ours.length
      })
      expect(disabled).toBe(1)
      expect(withChat.length).toBeGreaterThan(1_000)
      expect(await stylesOfPage(page)).toEqual(withChat)
      await context.close()
    })

    it.each([1_000, 390])('shows a report with a chart, a table and a question without faults at %d px', async (width) => {
      const { page, context, consoleErrors } = await open(host, scheme, 'all', width)
      await page.getByRole('button', { name: /How late were the departures/ }).click()
      await page.getByRole('button', { name: 'Send it' }).waitFor()
      await page.getByRole('cell', { name: 'Bergen' }).waitFor()
      await page.locator('.pf-chat-scroll').evaluate((frame) => frame.scrollTo(0, 0))
      await page.locator('.pf-chart canvas').first().waitFor()
      await page.waitForFunction(() => !document.querySelector('.pf-skeleton'))
      await page.addScriptTag({ content: axe })
      expect(await axeFaults(page)).toEqual([])
      expect(await page.evaluate(widthsBeyond)).toEqual([])
      if (pictures) await page.screenshot({ path: `${pictures}/${host}-${scheme}-${width}.png` })
      await page.getByRole('button', { name: 'Send it' }).click()
      await page.getByText('You answered {"confirmed":true}.').waitFor()
      expect(consoleErrors).toEqual([])
      await context.close()
    })
  })
})

/** Writes one picture of the pages side by side, light above and dark below. */
async function joinPictures(folder: string) {
  const files = schemes.flatMap((scheme) => hosts.map((host) => `${folder}/${host}-${scheme}-1000.png`))
  const images = files.map((file) => `<img width="632" src="data:image/png;base64,${readFileSync(file).toString('base64')}">`)
  const { page, context } = await frontEnd.open()
  await page.setViewportSize({ width: 1_920, height: 1_504 })
  await page.setContent(`<body style="margin:0;display:grid;grid-template-columns:repeat(3,632px);gap:12px;background:#888">${images.join('')}</body>`)
  await page.screenshot({ path: `${folder}/chat-in-pages.png` })
  await context.close()
}

/** The colours and the font of the page and of the chat in it. */
const lookOf = (page: Page) =>
  page.evaluate(() => {
    const style = (selector: string) => getComputedStyle(document.querySelector(selector) as Element)
    /** As sRGB, because equal colours may be written in different colour spaces. */
    const colour = (value: string) => {
      const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
      context.fillStyle = value
      context.fillRect(0, 0, 1, 1)
      return [...context.getImageData(0, 0, 1, 1).data].join()
    }
    const chat = document.querySelector('.pf-chat') as Element
    const probe = chat.appendChild(document.createElement('i'))
    const token = (name: string) => {
      probe.style.color = `var(${name})`
      return colour(getComputedStyle(probe).color)
    }
    const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Export') as Element
    const look = {
      page: {
        ground: colour(getComputedStyle(chat.parentElement as Element).backgroundColor),
        font: style('main p').fontFamily.replaceAll('"', ''),
        accent: colour(getComputedStyle(button).backgroundColor),
        line: colour(style('hr').borderTopColor),
      },
      chat: {
        ground: colour(style('.pf-chat').backgroundColor),
        font: style('.pf-chat').fontFamily.replaceAll('"', ''),
        accent: token('--pf-accent'),
        line: token('--pf-line'),
      },
    }
    probe.remove()
    return look
  })

/** The computed styles of all elements that are not of this package, without custom properties: a line for each. */
const stylesOfPage = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('html, body, body *:not([class^="pf-"], [class^="pf-"] *, script)')].flatMap((element, index) => {
      const style = getComputedStyle(element)
      return [...style].filter((name) => !name.startsWith('--')).map((name) => `${index} ${element.localName} ${name}: ${style.getPropertyValue(name)}`)
    }),
  )

const axeFaults = (page: Page) =>
  page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof import('axe-core') }).axe.run(document)
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary?.slice(0, 300)}`))
  })

/** Runs in the page. Returns the elements that are wider than the window. */
function widthsBeyond(): string[] {
  return [...document.querySelectorAll('body, .pf-chat, .pf-chat-scroll, .pf-chat-form')]
    .filter((element) => element.scrollWidth > element.clientWidth + 1)
    .map((element) => `${element.localName}.${element.className}: ${element.scrollWidth} > ${element.clientWidth}`)
}
