import { readFile, stat } from 'node:fs/promises'
import { PfError } from '@pf/core'
import { walkJson } from '@pf/core/internal'

const maxDepth = 64

/**
 * Reads a JSON file that others wrote. Throws PfError: `not_found`, `too_large` above `maxBytes`, `syntax`, `too_deep` below 64 levels and
 * `unsafe_value` for the key `__proto__`.
 */
export async function readJsonFile(path: string, maxBytes: number): Promise<unknown> {
  const size = (await stat(path).catch(() => undefined))?.size
  if (size === undefined) throw new PfError('not_found', `There is no file ${path}.`)
  if (size > maxBytes) throw new PfError('too_large', `${path} has ${size} bytes; at most ${maxBytes} are read.`)
  const value = parse(await readFile(path, 'utf8'), path)
  for (const { key, depth } of walkJson(value, { maxDepth: maxDepth + 1 })) {
    if (depth > maxDepth) throw new PfError('too_deep', `${path} is nested deeper than ${maxDepth} levels.`)
    if (key === '__proto__') throw new PfError('unsafe_value', `${path} has the key __proto__, which is not allowed.`)
  }
  return value
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new PfError('syntax', `${path} is not JSON: ${cause instanceof Error ? cause.message.slice(0, 120) : 'unknown'}`, { cause })
  }
}
