import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { PfError } from '@pf/core'
import { compareResults, hasRegression } from '../compare/compare-results.ts'
import { htmlReport, noPictures } from '../report/html-report.ts'
import { comparisonText } from '../report/terminal-text.ts'
import { readResult } from '../result/result-file.ts'
import type { CommandContext } from './command-context.ts'

export const compareHelp = `pf-eval compare BEFORE AFTER  Compares two result files; exit code 1 if the second one is significantly worse
  --json FILE                 Also writes the comparison as JSON
  --html FILE                 Also writes both results and the comparison as a page`

const withoutPictures = noPictures('result files do not have the rows that were shown; pf-eval run --pictures takes pictures.')

/** Compares two result files. */
export async function compareCommand(args: readonly string[], { cwd, print }: CommandContext): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { json: { type: 'string' }, html: { type: 'string' } },
    allowPositionals: true,
    strict: true,
  })
  const [before, after, ...more] = positionals
  if (before === undefined || after === undefined || more.length > 0) throw new PfError('invalid_config', 'compare needs two result files.')
  const results = [await readResult(resolve(cwd, before)), await readResult(resolve(cwd, after))] as const
  const comparison = compareResults(...results)
  print(comparisonText(comparison))
  if (values.json !== undefined) await writeFile(resolve(cwd, values.json), `${JSON.stringify(comparison, null, 1)}\n`)
  if (values.html !== undefined) await writeFile(resolve(cwd, values.html), htmlReport({ results, comparisons: [comparison], withoutPictures }))
  return hasRegression(comparison) ? 1 : 0
}
