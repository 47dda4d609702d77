import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { Choices } from '../options/choices.ts'
import { adapt, type Files } from './adapt.ts'
import { recipes } from './layers.ts'
import { projectManifest, type Versions } from './manifest.ts'

/** Where the templates are, and the versions of the packages that they use. */
export interface Templates {
  folder: string
  versions: Versions
}

/** Returns every file of an app. Nothing is written. */
export function projectFiles(name: string, choices: Choices, { folder, versions }: Templates): Files {
  const layers = [...recipes[choices.template].layers, `store-${choices.store}`]
  const files = new Map(layers.flatMap((layer) => [...readLayer(join(folder, layer))]))
  files.set('package.json', projectManifest(name, choices, versions))
  if (choices.store === 'postgres') files.set('.env.example', `${files.get('.env.example') ?? ''}DATABASE_URL=\n`)
  if (choices.packageManager === 'pnpm') files.set('pnpm-workspace.yaml', buildScripts)
  return adapt(files, name, choices)
}

/** pnpm fails while it does not know whether install scripts may run. The app needs none of them. */
const buildScripts = 'allowBuilds:\n  protobufjs: false\n  sharp: false\n'

/** npm leaves files such as .gitignore out of packages, so their names begin with "_" in the templates. */
const nameOf = (path: string) => path.split(sep).join('/').replace(/^_/, '.')

function readLayer(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    entries
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [nameOf(path.slice(folder.length + 1)), readFileSync(path, 'utf8')]),
  )
}
