import type { Measure, MeasureLimits } from './measured.ts'

/** Keys with a special meaning. */
export const specials: ReadonlySet<string> = new Set(['$artifact', '__proto__', 'constructor', 'prototype'])
const minSpecialLength = 9

/** True for a scalar of JSON. */
export const isScalar = (value: unknown) =>
  typeof value === 'number' ? Number.isFinite(value) : typeof value === 'string' || typeof value === 'boolean' || value === null

/** True for an object that is not an instance of a class. Objects of other realms are plain too. */
export const plainPrototype = (value: object) => {
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null
}

/**
 * Counts the values of JSON data without references, level by level and without recording locations. Returns undefined when a limit is
 * exceeded or the value contains anything else; `measure` then walks it again to find out where. Most props take this path, which costs
 * a fraction of the other. It is one loop because a call for each value would cost more than the value itself.
 */
export function countPlain(root: unknown, limits: MeasureLimits, skip: ReadonlySet<unknown> | undefined): Measure | undefined {
  if (typeof root !== 'object' || root === null) return undefined
  let nodes = 1
  let chars = 0
  const queue: object[] = [root]
  let left = limits.depth
  let levelEnd = 1
  for (let at = 0; at < queue.length; at++) {
    if (at === levelEnd) {
      left--
      levelEnd = queue.length
    }
    const value = queue[at] as object
    if (skip?.has(value)) continue
    if (left <= 0) return undefined
    if (Array.isArray(value)) {
      nodes += value.length
      if (nodes > limits.nodes) return undefined
      for (let index = 0; index < value.length; index++) {
        const item: unknown = value[index]
        if (typeof item === 'string') chars += item.length
        else if (typeof item === 'object' && item !== null) queue.push(item)
        else if (!isScalar(item)) return undefined
      }
    } else {
      if (!plainPrototype(value)) return undefined
      for (const name in value) {
        const own = (value as Record<string, unknown>)[name]
        if (name.length >= minSpecialLength && specials.has(name)) return undefined
        nodes++
        chars += name.length
        if (typeof own === 'string') chars += own.length
        else if (typeof own === 'object' && own !== null) queue.push(own)
        else if (!isScalar(own)) return undefined
      }
    }
    if (nodes > limits.nodes || chars > limits.chars) return undefined
  }
  return { nodes, chars, references: [] }
}
