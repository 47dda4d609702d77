import { isRecord, parsePointer } from '@pf/core'

/** Whether data may stand at a place, as a walk through the props goes down. */
export interface AllowedPlaces {
  /** The place is a data path or lies below one. */
  readonly data: boolean
  /** The place one key or index further in, where `child` stands. */
  step(token: string | number, child: unknown): AllowedPlaces
}

/** Data paths of a component's props, for components inside slots. */
export type DataPathsOf = (component: string) => readonly string[] | undefined

type Pattern = readonly string[]

/** `dataPaths`: JSON Pointers with `*` for a list index, from the top of the props. */
export function allowedPlaces(dataPaths: readonly string[], dataPathsOf: DataPathsOf = () => undefined): AllowedPlaces {
  return placeOf(dataPaths.flatMap(toPattern), { dataPathsOf, component: undefined })
}

const everywhere: AllowedPlaces = { data: true, step: () => everywhere }

/** `component`: the name at this place when a component stands here, so that its `props` have data paths of their own. */
function placeOf(patterns: readonly Pattern[], slot: { dataPathsOf: DataPathsOf; component: string | undefined }): AllowedPlaces {
  if (patterns.some((pattern) => pattern.length === 0)) return everywhere
  const { dataPathsOf, component } = slot
  return {
    data: false,
    step(token, child) {
      const below = patterns.filter((pattern) => matches(pattern[0], token)).map((pattern) => pattern.slice(1))
      const nested = token === 'props' && component !== undefined ? (dataPathsOf(component) ?? []).flatMap(toPattern) : []
      return placeOf([...below, ...nested], { dataPathsOf, component: componentOf(child) })
    },
  }
}

function toPattern(path: string): Pattern[] {
  const tokens = parsePointer(path)
  return tokens ? [tokens] : []
}

function matches(part: string | undefined, token: string | number): boolean {
  return typeof token === 'number' ? part === '*' || part === String(token) : part === token
}

function componentOf(value: unknown): string | undefined {
  return isRecord(value) && Object.hasOwn(value, 'component') && typeof value.component === 'string' ? value.component : undefined
}
