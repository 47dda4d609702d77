import { existsSync } from 'node:fs'
import type { Policy } from '@pf/registry'
import { bundlePage, requirePackages } from '../pictures/bundle-page.ts'
import { findBrowser } from '../pictures/find-browser.ts'
import { takePictures } from '../pictures/take-pictures.ts'
import { type HtmlReportInput, noPictures, pictureKey } from '../report/html-report.ts'
import type { EvalResult } from '../result/eval-result.ts'
import type { StoredRows } from '../run/read-rows.ts'
import type { Progress } from '../run/run-suite.ts'
import type { CommandContext } from './command-context.ts'

/** A result with the policy that it was made with. */
export interface Evaluated {
  result: EvalResult
  policy: Policy
}

/** The pictures of a report. */
export interface ReportPictures {
  /** True if the rows behind references are needed. */
  readonly isPossible: boolean
  /** Keeps the rows of a run of a result. */
  keep(result: number, progress: Progress): void
  /** Returns the pictures, or the sentence that says why there are none. */
  take(all: readonly Evaluated[]): Promise<Pick<HtmlReportInput, 'pictures' | 'withoutPictures'>>
}

const cancelled = new Error('the command was cancelled.')

/** Checks what pictures need before a model is asked, and prints what is missing. `own` is the path of a team's own module. */
export function preparePictures({ isWanted, own }: { isWanted: boolean; own: string | undefined }, context: CommandContext): ReportPictures {
  const { cwd, env, signal, printError } = context
  let reason = isWanted ? undefined : 'pf-eval run --pictures takes pictures.'
  let browser = ''
  const fail = (error: unknown) => {
    reason = `${error instanceof Error ? error.message : String(error)}`
    printError(`No pictures: ${reason}`)
  }
  if (isWanted) {
    try {
      browser = findBrowser(env)
      requirePackages(cwd)
      if (own !== undefined && !existsSync(own)) throw new Error('the module that "page" of the config file names does not exist.')
    } catch (error) {
      fail(error)
    }
  }
  const kept = new Map<string, readonly (readonly StoredRows[])[]>()
  const share = sharing()
  return {
    isPossible: reason === undefined,
    keep: (result, { record, rows }) =>
      void (
        rows &&
        kept.set(
          pictureKey(result, record, 0),
          rows.map((list) => list.map(share)),
        )
      ),
    take: async (all) => {
      if (signal.aborted) reason ??= cancelled.message
      if (reason !== undefined) return { withoutPictures: noPictures(reason) }
      printError('Taking pictures …')
      const drawable = all.map(({ result, policy }, index) => ({
        result,
        policy,
        rows: (record: Progress['record'], shown: number) => kept.get(pictureKey(index, record, 0))?.[shown] ?? [],
      }))
      try {
        signal.throwIfAborted()
        const texts = all.map(({ result }) => JSON.stringify(result.runs.map(({ shown }) => shown)))
        const page = await bundlePage({ folder: cwd, own, mentions: (word) => texts.some((text) => text.includes(word)) })
        return { pictures: await takePictures(drawable, { browser, page, signal }) }
      } catch (error) {
        fail(signal.aborted ? cancelled : error)
        return { withoutPictures: noPictures(reason ?? '') }
      }
    },
  }
}

/** Returns a function that replaces equal rows by the same ones, because all runs of a brief have the same data. */
function sharing(): (rows: StoredRows) => StoredRows {
  const known = new Map<string, StoredRows['items']>()
  return (rows) => {
    const key = `${rows.sha256}${rows.path}`
    const items = known.get(key) ?? rows.items
    known.set(key, items)
    return { ...rows, items }
  }
}
