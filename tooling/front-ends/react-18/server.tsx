import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { version } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { Gallery } from './gallery'

/** Renders the page on the server, both immediately and after all lazy parts have been loaded. */
export async function draw(): Promise<{ version: string; atOnce: string; whole: string; faults: string[] }> {
  const atOnce = renderToString(<Gallery />)
  const faults: string[] = []
  const page = new PassThrough()
  const whole = text(page)
  const { pipe } = renderToPipeableStream(<Gallery />, { onAllReady: () => pipe(page), onError: (error) => void faults.push(String(error)) })
  return { version, atOnce, whole: await whole, faults }
}
