import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UsageError } from '../options/usage-error.ts'
import type { Files } from './adapt.ts'

/** Files that a folder may contain and still counts as empty. */
const ignored = new Set(['.git', '.DS_Store'])

/** Throws UsageError if a folder contains files. */
export function requireEmpty(folder: string): void {
  if (!existsSync(folder)) return
  const found = readdirSync(folder).find((name) => !ignored.has(name))
  if (found !== undefined) throw new UsageError(`${folder} is not empty (it contains ${found}). Name another folder, or empty this one.`)
}

/** Writes the files of an app into a new or empty folder. If that fails, removes what it has written, and throws the error. */
export function writeProject(folder: string, files: Files): void {
  requireEmpty(folder)
  const firstMade = mkdirSync(folder, { recursive: true })
  try {
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text, { flag: 'wx' })
    }
  } catch (error) {
    const written = new Set([...files.keys()].map((path) => path.split('/')[0] ?? path))
    if (firstMade === undefined) for (const name of written) rmSync(join(folder, name), { recursive: true, force: true })
    else rmSync(firstMade, { recursive: true, force: true })
    throw error
  }
}
