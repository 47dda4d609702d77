import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readBundle } from '../format/read-bundle.ts'
import { type ReplayOptions, replayBundle } from '../replay/replay-bundle.ts'
import { replayText } from './texts.ts'

/**
 * Declares one test for each bundle (`*.pfbundle`, `*.json`) in a folder, which fails with the differences if a replay is not equal. `test` is
 * the function of the test framework, such as `it` of vitest. Throws if the folder has no bundle, because nothing would be tested.
 */
export function testBundles(folder: string, test: (name: string, run: () => Promise<void>) => void, options: ReplayOptions = {}): void {
  const files = readdirSync(folder).filter((name) => /\.(pfbundle|json)$/.test(name))
  if (files.length === 0) throw new Error(`${folder} has no bundle. Export one into it, or remove the call.`)
  for (const name of files.sort()) {
    test(name, async () => {
      const { events, payload, ...result } = await replayBundle(await readBundle(await readFile(join(folder, name))), options)
      if (!result.equal) throw new Error(replayText({ ...result, events: events.length, answer: payload?.raw_answer ?? null }))
    })
  }
}
