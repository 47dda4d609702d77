import { readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The part of a package.json that is read. Everything in it is untrusted, so members of wrong types are left out. */
export interface Manifest {
  name: string
  version: string
  engines: Readonly<Record<string, string>>
  dependencies: Readonly<Record<string, string>>
  devDependencies: Readonly<Record<string, string>>
  optionalDependencies: Readonly<Record<string, string>>
  peerDependencies: Readonly<Record<string, string>>
  /** Names of the peer dependencies that may be missing. */
  optionalPeers: ReadonlySet<string>
}

/** A package in its folder. Links are resolved, so that two packages are the same copy exactly if their folders are equal. */
export interface Installed {
  folder: string
  manifest: Manifest
}

/** Reads the package.json of a folder. Returns undefined if there is none; throws a SyntaxError that names the file if it is not JSON. */
export function readManifest(folder: string): Manifest | undefined {
  const file = join(folder, 'package.json')
  const text = readText(file)
  if (text === undefined) return undefined
  try {
    return toManifest(JSON.parse(text))
  } catch (error) {
    throw new SyntaxError(`${file} is not valid JSON: ${error instanceof Error ? error.message : error}`)
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function toManifest(value: unknown): Manifest {
  const { name, version, engines, dependencies, devDependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = record(value)
  const isOptional = ([, meta]: [string, unknown]) => record(meta).optional === true
  return {
    name: typeof name === 'string' ? name : '',
    version: typeof version === 'string' ? version : '',
    engines: texts(engines),
    dependencies: texts(dependencies),
    devDependencies: texts(devDependencies),
    optionalDependencies: texts(optionalDependencies),
    peerDependencies: texts(peerDependencies),
    optionalPeers: new Set(
      Object.entries(record(peerDependenciesMeta))
        .filter(isOptional)
        .map(([peer]) => peer),
    ),
  }
}

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

const texts = (value: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(record(value)).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))

/** Finds the package that an import of `name` in a folder reaches, as Node does. */
export function findInstalled(name: string, from: string): Installed | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name)
    const manifest = readManifest(found)
    if (manifest) return { folder: realpathSync(found), manifest }
    if (dirname(folder) === folder) return undefined
  }
}

/** Returns every dependency that a manifest declares. */
export const declared = ({ dependencies, optionalDependencies, peerDependencies }: Manifest): string[] =>
  Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
