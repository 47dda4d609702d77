import { type JsonObject, PfError } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { Policy } from '@pf/registry'
import { type Picture, type Pictures, pictureKey } from '../report/html-report.ts'
import type { EvalResult, RunRecord, ShownRecord } from '../result/eval-result.ts'
import type { StoredRows } from '../run/read-rows.ts'
import { drawComponent, openPage, type Tab, width } from './draw-component.ts'
import { type Browser, openBrowser } from './open-browser.ts'
import { servePage } from './serve-page.ts'

/** A result, the policy that it was made with, and the rows behind the references in what it shows. */
export interface Drawable {
  result: EvalResult
  policy: Policy
  /** Returns the rows of a component of a run by its index. */
  rows: (record: RunRecord, shown: number) => readonly StoredRows[]
}

/** Options of `takePictures`. */
export interface PictureOptions {
  /** Path of a Chromium. */
  browser: string
  /** The files of the page that draws, as `bundlePage` returns them. */
  page: ReadonlyMap<string, Uint8Array>
  signal: AbortSignal
}

const maxPictures = 400
const maxCharacters = 40_000_000
/** After so many failures in a row, the browser is not started again. */
const maxFailures = 3

/**
 * Takes a picture of each component that the runs showed, first runs first. What cannot be drawn has its reason in place of a picture. Throws
 * PfError `unavailable` if the browser does not start, and `cancelled` if the signal is aborted.
 */
export async function takePictures(all: readonly Drawable[], { browser: path, page, signal }: PictureOptions): Promise<Pictures> {
  const server = await servePage(page)
  const session = new Session(path, server.address)
  const abort = () => void session.close()
  signal.addEventListener('abort', abort)
  try {
    await session.open()
    const pictures = new Map<string, Picture>()
    let characters = 0
    for (const { key, shown, ...drawable } of wanted(all)) {
      if (signal.aborted) throw new PfError('cancelled', 'The command was cancelled.')
      const isFull = pictures.size >= maxPictures || characters > maxCharacters
      const picture: Picture = isFull ? { missing: 'the report has its maximum of pictures' } : await session.take(shown, drawable)
      characters += 'png' in picture ? picture.png.length : 0
      pictures.set(key, picture)
    }
    return pictures
  } finally {
    signal.removeEventListener('abort', abort)
    await Promise.all([session.close(), server.close()])
  }
}

interface Wanted {
  key: string
  shown: ShownRecord
  policy: Policy
  rows: readonly StoredRows[]
}

function* wanted(all: readonly Drawable[]): Generator<Wanted> {
  const runs = all.flatMap(({ result, ...rest }, index) => result.runs.map((record) => ({ record, index, ...rest })))
  for (const { record, index, policy, rows } of runs.sort((a, b) => a.record.run - b.record.run))
    for (const [at, shown] of record.shown.entries()) yield { key: pictureKey(index, record, at), shown, policy, rows: rows(record, at) }
}

/** A browser with the page. It is started again after a component that it could not draw, because the page may still be at work. */
class Session {
  #browser: Browser | undefined
  #tab: Tab | undefined
  #closing: Promise<void> | undefined
  #failures = 0
  readonly #path: string
  readonly #address: string

  constructor(path: string, address: string) {
    this.#path = path
    this.#address = address
  }

  async open(): Promise<void> {
    this.#browser = await openBrowser(this.#path)
    this.#tab = await openPage(this.#browser, this.#address)
  }

  async take(shown: ShownRecord, { policy, rows }: Pick<Wanted, 'policy' | 'rows'>): Promise<Picture> {
    const { props } = shown
    if (props === undefined) return { missing: 'its props are larger than a result keeps' }
    if (!isRecord(props)) return { missing: 'its props are not an object' }
    if (this.#failures >= maxFailures) return { missing: 'the browser failed several times in a row' }
    try {
      if (!this.#tab) await this.open()
      if (!this.#tab) return { missing: 'the browser has ended' }
      const { allowlist, limits, urlHosts, allowHtml } = policy
      const { component, title, question } = shown
      const request = {
        component,
        props: props as JsonObject,
        question,
        width,
        rows,
        policy: { allowlist, limits, urlHosts, allowHtml },
        ...(title === undefined ? {} : { title }),
      }
      const picture = await drawComponent(this.#tab, request)
      this.#failures = 0
      return picture
    } catch (error) {
      this.#failures += 1
      await this.close()
      return { missing: error instanceof Error ? error.message.slice(0, 200) : 'the browser failed' }
    }
  }

  async close(): Promise<void> {
    const browser = this.#browser
    this.#browser = undefined
    this.#tab = undefined
    if (browser) this.#closing = browser.close()
    await this.#closing
  }
}
