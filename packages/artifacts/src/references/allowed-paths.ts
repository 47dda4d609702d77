import { parsePointer } from '@pf/core'

/** Whether data may stand at a place, as a walk through the props goes down. */
export interface AllowedPaths {
  /** The place is a data path or lies below one. */
  readonly data: boolean
  /** The place is a data path. */
  readonly start: boolean
  /** The place one key or index further in. */
  step(token: string | number): AllowedPaths
}

type Pattern = readonly string[]

/** `dataPaths`: JSON Pointers, with `*` for any list index, from the top of the props. */
export function allowedPaths(dataPaths: readonly string[]): AllowedPaths {
  return placeOf(dataPaths.flatMap((path) => [parsePointer(path) ?? []].filter((tokens) => tokens.length > 0 || path === '')))
}

const everywhere: AllowedPaths = { data: true, start: false, step: () => everywhere }
const dataStart: AllowedPaths = { ...everywhere, start: true }
const nowhere: AllowedPaths = { data: false, start: false, step: () => nowhere }

function placeOf(patterns: readonly Pattern[]): AllowedPaths {
  if (patterns.some((pattern) => pattern.length === 0)) return dataStart
  if (patterns.length === 0) return nowhere
  return { data: false, start: false, step: (token) => placeOf(patterns.filter((pattern) => matches(pattern[0], token)).map((pattern) => pattern.slice(1))) }
}

function matches(part: string | undefined, token: string | number): boolean {
  return typeof token === 'number' ? part === '*' || part === String(token) : part === token
}
