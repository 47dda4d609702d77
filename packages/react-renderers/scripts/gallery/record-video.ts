import type { Page } from 'playwright-core'

/** A second of film, 640 by 360, that the browser records from a canvas: nothing is fetched. */
export async function recordVideo(page: Page): Promise<Buffer> {
  await page.goto('about:blank')
  const recorded = await page.evaluate(record)
  return Buffer.from(recorded, 'base64')
}

async function record(): Promise<string> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 360 })
  const context = canvas.getContext('2d')
  const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm;codecs=vp8' })
  const parts: Blob[] = []
  recorder.ondataavailable = ({ data }) => void parts.push(data)
  recorder.start()
  for (let frame = 0; frame < 25 && context; frame++) {
    context.fillStyle = '#26323c'
    context.fillRect(0, 0, 640, 360)
    context.fillStyle = '#5eb6e6'
    for (let bar = 0; bar < 12; bar++) context.fillRect(64 + bar * 44, 280 - (40 + ((bar * 37) % 150)), 28, 40 + ((bar * 37) % 150))
    context.fillStyle = '#f2f2ee'
    context.fillRect(64, 282, 512, 2)
    await new Promise(requestAnimationFrame)
  }
  await new Promise((stopped) => {
    recorder.onstop = stopped
    recorder.stop()
  })
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
