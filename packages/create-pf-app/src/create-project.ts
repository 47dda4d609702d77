import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Choices, defaultModel } from './options/choices.ts'
import { UsageError } from './options/usage-error.ts'
import type { Versions } from './project/manifest.ts'
import { projectFiles } from './project/project-files.ts'
import { requireEmpty, writeProject } from './project/write-project.ts'

/** Options of createProject. */
export interface ProjectOptions extends Partial<Choices> {
  /** The folder of the app: a new or an empty one. Its last part becomes the name of the package. */
  folder: string
}

/** The app that was made. */
export interface Project extends Choices {
  name: string
  /** The absolute path. */
  folder: string
  /** The files, relative to the folder. */
  files: readonly string[]
}

interface Manifest {
  version: string
  engines: { node: string }
  devDependencies: Versions
}

const root = new URL('../', import.meta.url)

/** The package.json of this package. Its devDependencies are the packages that the templates are checked with, in the versions that an app gets. */
export const manifest = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as Manifest

/** Fills the choices that were left open. */
export const withDefaults = (choices: Partial<Choices>): Choices => ({
  template: choices.template ?? 'vite-hono',
  store: choices.store ?? 'memory',
  richOutput: choices.richOutput ?? true,
  model: choices.model ?? defaultModel,
  packageManager: choices.packageManager ?? 'npm',
})

/**
 * Writes an app into a folder. Installs nothing. Throws UsageError if the folder is not empty or its name is not one of a package, and the
 * error of the file system if a file cannot be written; then nothing is left behind.
 */
export function createProject({ folder: given, ...choices }: ProjectOptions): Project {
  const folder = resolve(given)
  const name = projectName(folder)
  requireEmpty(folder)
  const chosen = withDefaults(choices)
  const files = projectFiles(name, chosen, { folder: fileURLToPath(new URL('templates', root)), versions: manifest.devDependencies })
  writeProject(folder, files)
  return { ...chosen, name, folder, files: [...files.keys()] }
}

/** Returns the package name of an app in this folder: the last part of its path. Throws UsageError if npm would not accept the name. */
function projectName(folder: string): string {
  const name = basename(resolve(folder))
  if (/^[a-z0-9][a-z0-9._-]{0,213}$/.test(name) && name !== 'node_modules') return name
  throw new UsageError(`"${name.slice(0, 60)}" cannot be the name of a package: use lower-case letters, digits, "-", "." and "_", for example my-agent.`)
}
