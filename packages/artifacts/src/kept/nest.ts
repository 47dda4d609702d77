import type { JsonValue } from '@pf/core'
import { getOwn, setOwn } from '@pf/core/internal'

/** Puts values back to where their paths say: number tokens make lists (with null where nothing is), others objects. */
export function nest(parts: readonly { path: readonly (string | number)[]; value: JsonValue }[]): JsonValue {
  const holder: Record<string, JsonValue> = {}
  for (const { path, value } of parts) put(holder, ['', ...path], value)
  return holder[''] ?? null
}

type Container = Record<string, JsonValue> | JsonValue[]

function put(holder: Container, path: readonly (string | number)[], value: JsonValue) {
  let place = holder
  path.slice(0, -1).forEach((token, index) => {
    place = childOf(place, token, typeof path[index + 1] === 'number')
  })
  assign(place, path.at(-1) ?? '', value)
}

function childOf(place: Container, token: string | number, list: boolean): Container {
  const known = Array.isArray(place) ? place[Number(token)] : getOwn(place, String(token))
  if (typeof known === 'object' && known !== null) return known as Container
  const made: Container = list ? [] : {}
  assign(place, token, made)
  return made
}

function assign(place: Container, token: string | number, value: JsonValue) {
  if (!Array.isArray(place)) return setOwn(place, String(token), value)
  while (place.length < Number(token)) place.push(null)
  place[Number(token)] = value
}
