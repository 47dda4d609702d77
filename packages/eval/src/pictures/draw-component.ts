import { PfError } from '@pf/core'
import { getOwn, isRecord } from '@pf/core/internal'
import type { DrawRequest } from '../page/expose-drawing.tsx'
import type { Picture } from '../report/html-report.ts'
import type { DevTools } from './devtools-connection.ts'

/** Width of pictures in pixels: that of an answer in a conversation. */
export const width = 720
const maxHeight = 1_600
const maxPngBytes = 1_000_000
const loadMs = 20_000

/** A page in a browser. */
export interface Tab {
  browser: DevTools
  sessionId: string
}

/** Opens the page that draws. Throws PfError `unavailable` if it does not load. */
export async function openPage(browser: DevTools, address: string): Promise<Tab> {
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true })
  if (typeof sessionId !== 'string') throw new PfError('protocol', 'The browser opened no page.')
  const tab = { browser, sessionId }
  await send(tab, 'Emulation.setDeviceMetricsOverride', { width, height: 900, deviceScaleFactor: 1, mobile: false })
  await send(tab, 'Page.navigate', { url: address })
  const end = performance.now() + loadMs
  // The page is asked again and again, because a question is lost when the document is replaced.
  while ((await evaluate(tab, 'typeof pfDraw').catch(() => undefined)) !== 'function') {
    if (performance.now() > end) throw new PfError('unavailable', 'The page that draws components does not load.')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return tab
}

/** Draws a component and returns its picture. Throws PfError `deadline` if the page does not answer, and `protocol` if it fails. */
export async function drawComponent(tab: Tab, request: DrawRequest): Promise<Picture> {
  const drawn = await evaluate(tab, `pfDraw(${JSON.stringify(JSON.stringify(request))})`)
  const [height, card, unfinished] = [getOwn(drawn, 'height'), getOwn(drawn, 'card'), getOwn(drawn, 'unfinished')]
  if (typeof height !== 'number' || !(height >= 1)) return { missing: 'nothing was drawn' }
  const clip = { x: 0, y: 0, width, height: Math.min(height, maxHeight), scale: 1 }
  const { data } = await send(tab, 'Page.captureScreenshot', { format: 'png', clip, captureBeyondViewport: true })
  if (typeof data !== 'string' || !/^[A-Za-z0-9+/]+={0,2}$/.test(data)) throw new PfError('protocol', 'The browser took no picture.')
  if (data.length > (maxPngBytes * 4) / 3) return { missing: 'its picture is larger than 1 MB' }
  const notes = [
    ...(unfinished === true ? ['still loading after 10 s'] : []),
    ...(typeof card === 'string' ? [`the page says: ${card.slice(0, 300)}`] : []),
    ...(height > maxHeight ? [`the first ${maxHeight} of ${height} pixels`] : []),
  ]
  return { png: data, width, height: clip.height, ...(notes.length > 0 ? { note: notes.join('; ') } : {}) }
}

const send = ({ browser, sessionId }: Tab, method: string, params: object) => browser.send(method, params, { sessionId })

async function evaluate(tab: Tab, expression: string): Promise<unknown> {
  const { result, exceptionDetails } = await send(tab, 'Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
  if (isRecord(exceptionDetails)) throw new PfError('protocol', 'The page threw an error while it was drawing.')
  return getOwn(result, 'value')
}
