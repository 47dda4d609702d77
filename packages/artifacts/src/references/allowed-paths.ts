import { parsePointer } from '@pf/core'

/** Tracks during a walk through the props whether data is allowed at a location. */
export interface AllowedPaths {
  /** True if the location is a data path or below one. */
  readonly data: boolean
  /** True if the location is a data path. */
  readonly start: boolean
  /** Returns the state for a nested key or index. */
  step(token: string | number): AllowedPaths
}

type Pattern = readonly string[]

/** Creates the state for the top of the props. `dataPaths`: JSON Pointers, with `*` for any list index, from the top of the props. */
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
