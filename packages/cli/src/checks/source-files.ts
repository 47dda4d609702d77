import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'

/** A file of the app, with its text. */
export interface SourceFile {
  /** Path relative to the folder of the app. */
  path: string
  text: string
}

/** Limits of what is read: number of files, bytes of a file and depth of folders. */
const limits = { files: 5_000, bytes: 1_000_000, depth: 12 }

const extensions = new Set(['.ts', '.tsx', '.mts', '.js', '.jsx', '.mjs', '.css', '.scss', '.html', '.vue', '.svelte', '.astro', '.mdx'])

/** Folders that hold no source of the app. Folders whose names begin with a dot are left out as well. */
const ignored = new Set(['node_modules', 'dist', 'build', 'out', 'coverage', 'public', 'vendor'])

/** Reads the source files of an app. `complete` is false if there are more than are read. */
export function readSourceFiles(folder: string): { files: SourceFile[]; complete: boolean } {
  const files: SourceFile[] = []
  let complete = true
  const visit = (path: string, depth: number) => {
    for (const entry of readdirSync(join(folder, path), { withFileTypes: true })) {
      const inside = path === '' ? entry.name : `${path}/${entry.name}`
      if (entry.isDirectory()) {
        if (ignored.has(entry.name) || entry.name.startsWith('.')) continue
        if (depth === limits.depth) complete = false
        else visit(inside, depth + 1)
      } else if (entry.isFile() && extensions.has(extname(entry.name))) {
        if (files.length === limits.files || statSync(join(folder, inside)).size > limits.bytes) complete = false
        else files.push({ path: inside, text: readFileSync(join(folder, inside), 'utf8') })
      }
    }
  }
  visit('', 0)
  return { files, complete }
}
