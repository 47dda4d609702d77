// Takes the picture of all components, light and dark, for the READMEs: npm run pf -- node packages/react-renderers/scripts/contact-sheet.ts [file]
import { fileURLToPath } from 'node:url'
import { mapPage } from './gallery/map-page.ts'
import { openGallery } from './gallery/open-gallery.ts'
import { recordVideo } from './gallery/record-video.ts'

const [file = fileURLToPath(new URL('../../../docs/components.png', import.meta.url))] = process.argv.slice(2)
const { browser, address, close } = await openGallery()
// Everything is in view: what is far off would not be loaded or drawn.
const page = await browser.newPage({ viewport: { width: 1_920, height: 4_400 }, reducedMotion: 'reduce' })
page.on('pageerror', (error) => console.error(error.message))
const video = await recordVideo(page)
// The hosts of the examples do not exist: what they would send is made here.
await page.route('https://media.example.org/**', (route) => route.fulfill({ contentType: 'video/webm', body: video }))
await page.route('https://maps.example.org/**', (route) => route.fulfill({ contentType: 'text/html', body: mapPage }))
await page.goto(`${address}sheet.html`)
await page.waitForFunction(() => document.querySelectorAll('[data-tile]').length === 42 && !document.querySelector('.pf-skeleton'))
await page.waitForFunction(() => document.querySelectorAll('.pf-chart canvas').length === 6 && document.querySelectorAll('.pf-mermaid-view img').length === 2)
await page.waitForFunction(() => [...document.querySelectorAll('video')].every(({ readyState }) => readyState >= 2))
await page.waitForLoadState('networkidle')
const cards = await page.locator('.pf-card').allTextContents()
if (cards.length > 0) throw new Error(`not everything is drawn: ${cards.join(' | ')}`)
await page.waitForTimeout(1_000)
await page.locator('#root').screenshot({ path: file })
await close()
