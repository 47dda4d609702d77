import { stat } from 'node:fs/promises'
import { dirname, extname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PfError } from '@pf/core'
import { readAs } from '../files/faults-of.ts'
import { readJsonFile } from '../files/read-json-file.ts'
import { configSchema, type ReadConfig } from './eval-config.ts'

const names = ['pf-eval.config.ts', 'pf-eval.config.mts', 'pf-eval.config.js', 'pf-eval.config.mjs', 'pf-eval.config.json']
const maxBytes = 1_000_000

/** A config file and its folder, to which its paths are relative. */
export interface LoadedConfig {
  config: ReadConfig
  folder: string
}

/**
 * Loads a config file: the one that is named, or the first of `pf-eval.config.{ts,mts,js,mjs,json}` in the folder. Undefined if none is
 * named and there is none. Modules are run, as those of every build tool. Throws PfError that names the file and its faults.
 */
export async function loadConfig(cwd: string, named: string | undefined): Promise<LoadedConfig | undefined> {
  const path = named === undefined ? await firstOf(cwd) : resolve(cwd, named)
  if (path === undefined) return undefined
  if (!(await isFile(path))) throw new PfError('not_found', `There is no file ${path}.`)
  const value = extname(path) === '.json' ? await readJsonFile(path, maxBytes) : await runModule(path)
  return { config: readAs(configSchema, value, path), folder: dirname(path) }
}

const isFile = async (path: string) => (await stat(path).catch(() => undefined))?.isFile() === true

async function firstOf(cwd: string): Promise<string | undefined> {
  for (const name of names) if (await isFile(join(cwd, name))) return join(cwd, name)
  return undefined
}

async function runModule(path: string): Promise<unknown> {
  try {
    const { default: value } = (await import(pathToFileURL(path).href)) as { default?: unknown }
    if (value !== undefined) return value
  } catch (cause) {
    const hint = /\.m?ts$/.test(path) ? ' Node runs TypeScript from version 22.18 on; enums and path aliases are not supported.' : ''
    throw new PfError('invalid_config', `${path} cannot be loaded: ${cause instanceof Error ? cause.message.slice(0, 300) : 'it threw no error'}.${hint}`, {
      cause,
    })
  }
  throw new PfError('invalid_config', `${path} has no default export. Export the configuration: export default defineEvalConfig({ … }).`)
}
