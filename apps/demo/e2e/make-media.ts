// Creates the image and the video of the find_media tool, and the picture of a chart that an example sends: npm run pf -- node apps/demo/e2e/make-media.ts
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createQueryClient } from '../src/data/query-client.ts'
import { launchBrowser } from './open-page.ts'

const folder = new URL('../src/web/public/media/', import.meta.url)

const beak = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 90 1120 550" width="1120" height="550" font-family="system-ui, sans-serif" font-size="30">
<rect width="1120" height="640" fill="#fdfdfb"/>
<path d="M40 640 C30 400 120 190 330 150 C450 128 560 170 622 262 C640 290 650 330 640 372 C620 470 560 500 540 640 Z" fill="#23262d"/>
<path d="M120 640 C150 520 230 470 330 452 C420 436 500 440 560 420 C560 480 546 560 540 640 Z" fill="#fdfdfb" stroke="#23262d" stroke-width="3"/>
<circle cx="470" cy="262" r="30" fill="#fdfdfb"/><circle cx="474" cy="262" r="16" fill="#23262d"/><circle cx="480" cy="256" r="5" fill="#fdfdfb"/>
<path d="M622 262 C720 268 850 300 960 372 C968 378 966 388 956 388 C900 392 860 388 800 384 C740 380 690 380 640 372 C650 330 640 290 622 262 Z" fill="#c4622d"/>
<path d="M648 326 C740 330 850 350 958 382" fill="none" stroke="#23262d" stroke-width="4"/>
<g fill="none" stroke="#0b6a9c" stroke-width="4"><path d="M622 226 C724 230 866 264 976 342"/><path d="M622 212 v28 M984 328 l-18 26"/></g>
<text x="742" y="206" fill="#0b6a9c" font-weight="600">Beak length</text>
<g fill="none" stroke="#8a5a00" stroke-width="4"><path d="M676 272 V 372"/><path d="M662 272 h28 M662 372 h28"/><path d="M676 372 V 456 H 690" stroke-dasharray="4 8"/></g>
<text x="700" y="468" fill="#8a5a00" font-weight="600">Beak depth</text>
</svg>`

interface Bar {
  island: string
  penguins: number
}

function barsOf(bars: Bar[]): string {
  const drawn = bars.map(
    ({ island, penguins }, index) => `<rect x="${120 + index * 200}" y="${380 - penguins * 1.7}" width="110" height="${penguins * 1.7}" fill="#0b6a9c"/>
<text x="${175 + index * 200}" y="${368 - penguins * 1.7}" font-weight="600">${penguins}</text><text x="${175 + index * 200}" y="412">${island}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="440" font-family="system-ui, sans-serif" font-size="22" fill="#23262d" text-anchor="middle">
<rect width="720" height="440" fill="#fdfdfb"/><text x="360" y="44" font-size="26" font-weight="600">Penguins by island</text>
<path d="M80 380 H680" stroke="#5b6069" stroke-width="2"/>${drawn.join('')}</svg>`
}

interface Point {
  year: number
  ppm: number
}

/** Runs in the page: draws the line year by year and records the canvas. */
async function film(points: Point[]): Promise<string> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 960, height: 540 })
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser draws no canvas.')
  const x = (year: number) => 80 + ((year - 1958) / 62) * 840
  const y = (ppm: number) => 480 - ((ppm - 310) / 110) * 420
  const draw = (shown: number) => {
    pen.fillStyle = '#fdfdfb'
    pen.fillRect(0, 0, 960, 540)
    pen.font = '18px system-ui, sans-serif'
    pen.lineWidth = 1
    for (const ppm of [320, 340, 360, 380, 400]) {
      pen.strokeStyle = '#dcdcd6'
      pen.strokeRect(80, y(ppm), 840, 0)
      pen.fillStyle = '#5b6069'
      pen.fillText(String(ppm), 34, y(ppm) + 6)
    }
    for (const year of [1960, 1980, 2000, 2020]) pen.fillText(String(year), x(year) - 20, 512)
    const part = points.slice(0, shown)
    pen.strokeStyle = '#0b6a9c'
    pen.lineWidth = 4
    pen.beginPath()
    for (const point of part) pen.lineTo(x(point.year), y(point.ppm))
    pen.stroke()
    const last = part.at(-1)
    pen.fillStyle = '#23262d'
    pen.font = '600 40px system-ui, sans-serif'
    if (last) pen.fillText(`${last.year}: ${last.ppm.toFixed(1)} ppm`, 110, 90)
  }
  draw(1)
  const parts: Blob[] = []
  const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm;codecs=vp9', videoBitsPerSecond: 250_000 })
  recorder.ondataavailable = ({ data }) => void parts.push(data)
  const stopped = new Promise((done) => {
    recorder.onstop = done
  })
  recorder.start()
  for (let frame = 0; frame < points.length + 25; frame++) {
    draw(Math.min(frame + 1, points.length))
    await new Promise((done) => setTimeout(done, 60))
  }
  recorder.stop()
  await stopped
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

const [database, browser] = [createQueryClient(new URL('../src/data/query-worker.ts', import.meta.url)), await launchBrowser()]
const { rows } = await database.query('SELECT year(month) AS year, avg(co2_ppm) AS ppm FROM co2 GROUP BY ALL ORDER BY year', { maxRows: 100, timeoutMs: 5000 })
const page = await browser.newPage({ viewport: { width: 1120, height: 550 } })
await page.setContent(`<style>body { margin: 0 }</style>${beak}`)
await page.screenshot({ path: fileURLToPath(new URL('penguin-beak.png', folder)) })
const { rows: bars } = await database.query('SELECT island, count(*)::INTEGER AS penguins FROM penguins GROUP BY ALL ORDER BY 2 DESC', {
  maxRows: 10,
  timeoutMs: 5000,
})
await page.setViewportSize({ width: 720, height: 440 })
await page.setContent(`<style>body { margin: 0 }</style>${barsOf(bars as unknown as Bar[])}`)
await page.screenshot({ path: fileURLToPath(new URL('penguins-by-island.png', folder)) })
await writeFile(new URL('co2.webm', folder), Buffer.from(await page.evaluate(film, rows as unknown as Point[]), 'base64'))
await browser.close()
database.close()
