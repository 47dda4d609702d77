import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { PfError } from '@pf/core'
import { hashJson } from '@pf/core/internal'
import { readAs } from '../files/faults-of.ts'
import { readJsonFile } from '../files/read-json-file.ts'
import type { Brief, BriefTool, SuiteFile } from './brief.ts'
import { briefFileSchema, suiteFileSchema } from './brief-schema.ts'

const maxFileBytes = 5_000_000
const maxBriefs = 2_000

/** Briefs with what they have in common. */
export interface Suite extends SuiteFile {
  briefs: readonly Brief[]
  /** SHA-256 (hex) of the suite. Results of different suites are not compared. */
  digest: string
}

/**
 * Reads a suite: a folder with `suite.json` and files of briefs, `*.json`. `ids` selects briefs; the suite is then another one with another
 * digest. Throws PfError with the file and its faults: a wrong shape, an id that occurs twice, no briefs, an id that no brief has.
 */
export async function readSuite(folder: string, ids?: readonly string[]): Promise<Suite> {
  const isFolder = (await stat(folder).catch(() => undefined))?.isDirectory()
  if (!isFolder) throw new PfError('not_found', `There is no folder ${folder}. A suite is a folder with suite.json and files of briefs.`)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
  if (!names.includes('suite.json')) throw new PfError('not_found', `${folder} has no suite.json.`)
  const about = readAs(suiteFileSchema, await readJsonFile(join(folder, 'suite.json'), maxFileBytes), join(folder, 'suite.json'))
  const briefs: Brief[] = []
  const files = new Map<string, string>()
  for (const name of names.filter((name) => name !== 'suite.json')) {
    const path = join(folder, name)
    for (const brief of readAs(briefFileSchema, await readJsonFile(path, maxFileBytes), path).briefs) {
      const before = files.get(brief.id)
      if (before !== undefined) throw new PfError('invalid_input', `The brief ${brief.id} occurs in ${before} and in ${name}.`)
      files.set(brief.id, name)
      checkTools(brief, basename(path))
      briefs.push(brief)
    }
    if (briefs.length > maxBriefs) throw new PfError('too_large', `${folder} has more than ${maxBriefs} briefs.`)
  }
  if (briefs.length === 0) throw new PfError('invalid_input', `${folder} has no briefs.`)
  const missing = (ids ?? []).filter((id) => !files.has(id))
  if (missing.length > 0) throw new PfError('not_found', `${folder} has no brief ${missing.join(', ').slice(0, 200)}.`)
  const selected = ids ? briefs.filter(({ id }) => ids.includes(id)) : briefs
  return { ...about, briefs: selected, digest: await hashJson(JSON.parse(JSON.stringify({ ...about, briefs: selected }))) }
}

const reserved = new Set(['columns', 'row_count', 'preview', 'rows'])

function checkTools({ id, tools }: Brief, file: string): void {
  const names = tools.map(({ name }) => name)
  const faults = [
    ...names.filter((name, index) => names.indexOf(name) < index).map((name) => `has two tools ${name}`),
    ...tools.filter(({ rows, generate }) => rows && generate).map(({ name }) => `${name} has rows and generate; give one of them`),
    ...tools.flatMap((tool) => takenKeys(tool).map((key) => `${tool.name} cannot have a value named ${key}`)),
  ]
  if (faults.length > 0) throw new PfError('invalid_input', `${file}: the brief ${id} ${faults.join('; ')}.`)
}

/** Returns the names of values that the rows, or another value, already have. */
function takenKeys({ facts, artifacts, rows, generate }: BriefTool): string[] {
  const keys = [...Object.keys(facts), ...Object.keys(artifacts)]
  return keys.filter((key, index) => keys.indexOf(key) < index || ((rows ?? generate) && reserved.has(key)))
}
