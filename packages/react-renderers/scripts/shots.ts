// Pictures of every renderer, light and dark, at 360 and 1,100 px: node scripts/shots.ts [folder] [name,name …] [name …]
import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openGallery } from './gallery/open-gallery.ts'

const [folder = join(tmpdir(), 'pf-shots'), ...groups] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })
const { browser, address, close } = await openGallery()
for (const only of groups.length > 0 ? groups : [''])
  for (const theme of ['light', 'dark']) for (const width of [360, 1_100]) await shoot({ only, theme, width })
await close()
console.log(folder)

async function shoot({ only, theme, width }: { only: string; theme: string; width: number }) {
  const page = await browser.newPage({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
  const name = `${only || 'all'}-${theme}-${width}`.replaceAll(',', '+').slice(0, 80)
  page.on('console', (message) => message.type() === 'error' && console.error(`${name}: ${message.text().slice(0, 300)}`))
  page.on('pageerror', (error) => console.error(`${name}: ${error.message}`))
  await page.goto(`${address}?theme=${theme}&only=${only}`)
  await page.waitForSelector('.pf-component, .pf-step')
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => [...document.querySelectorAll('.pf-chart')].every((chart) => chart.querySelector('canvas')))
  await page.waitForTimeout(500)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  if (overflow > 0) console.error(`${name}: the page is ${overflow} px too wide`)
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
  await page.close()
}
