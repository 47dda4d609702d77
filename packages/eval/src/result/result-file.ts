import { writeFile } from 'node:fs/promises'
import { PfError } from '@pf/core'
import { getOwn } from '@pf/core/internal'
import { readAs } from '../files/faults-of.ts'
import { readJsonFile } from '../files/read-json-file.ts'
import type { EvalResult } from './eval-result.ts'
import { resultSchema } from './result-schema.ts'

const maxBytes = 200_000_000

/** Reads a result file. Throws PfError for a file that is none, of another version, too large or not valid. */
export async function readResult(path: string): Promise<EvalResult> {
  const value = await readJsonFile(path, maxBytes)
  if (getOwn(value, 'format') !== 'pf-eval-result') throw new PfError('invalid_input', `${path} is not a result of pf-eval.`)
  const version = getOwn(value, 'version')
  if (version !== 1) throw new PfError('invalid_input', `${path} has version ${JSON.stringify(version)?.slice(0, 20)}; this release reads version 1.`)
  return readAs(resultSchema, value, path)
}

/** Writes a result file. */
export async function writeResult(path: string, result: EvalResult): Promise<void> {
  await writeFile(path, `${JSON.stringify(result, null, 1)}\n`)
}
