import type { JsonValue } from '@pf/core'
import { getOwn, setOwn } from '@pf/core/internal'

/** Puts values at their paths: number tokens create lists (with null at unused indexes), and other tokens create objects. */
export function nest(parts: readonly { path: readonly (string | number)[]; value: JsonValue }[]): JsonValue {
  const holder: Record<string, JsonValue> = {}
  for (const { path, value } of parts) put(holder, ['', ...path], value)
  return holder[''] ?? null
}

type Container = Record<string, JsonValue> | JsonValue[]

function put(holder: Container, path: readonly (string | number)[], value: JsonValue) {
  let location = holder
  path.slice(0, -1).forEach((token, index) => {
    location = childOf(location, token, typeof path[index + 1] === 'number')
  })
  assign(location, path.at(-1) ?? '', value)
}

function childOf(location: Container, token: string | number, list: boolean): Container {
  const known = Array.isArray(location) ? location[Number(token)] : getOwn(location, String(token))
  if (typeof known === 'object' && known !== null) return known as Container
  const made: Container = list ? [] : {}
  assign(location, token, made)
  return made
}

function assign(location: Container, token: string | number, value: JsonValue) {
  if (!Array.isArray(location)) return setOwn(location, String(token), value)
  while (location.length < Number(token)) location.push(null)
  location[Number(token)] = value
}
