import { formatPointer } from '@pf/core'
import type { Measure, MeasureFault, MeasureLimits } from './measured.ts'

/** Keys with a special meaning. */
const specials: ReadonlySet<string> = new Set(['$artifact', '__proto__', 'constructor', 'prototype'])
const minSpecialLength = 9

/** True for a scalar of JSON. */
const isScalar = (value: unknown) =>
  typeof value === 'number' ? Number.isFinite(value) : typeof value === 'string' || typeof value === 'boolean' || value === null

/** True for an object that is not an instance of a class. Objects of other realms are plain too. */
const plainPrototype = (value: object) => {
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null
}

/**
 * Counts the values of JSON data without references, level by level and without recording locations. Returns undefined if a limit is
 * exceeded or the value contains anything else; `walk` then visits it again to find the location. Most props take this path, which is
 * several times faster. It is one loop because a call for each value would cost more than the value itself.
 */
function countPlain(root: unknown, limits: MeasureLimits, skip: ReadonlySet<unknown> | undefined): Measure | undefined {
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

/** The location of a value. */
interface Location {
  parent: Frame | undefined
  key: string | number
}

interface Frame extends Location {
  value: object
  depth: number
}

/**
 * Visits a value without recursion and stops at the first exceeded limit or unsafe value, because later checks must not process a value
 * that did not pass. `skip` contains subtrees that are counted elsewhere. Anything but JSON data is unsafe. Errors thrown by getters and
 * proxies are passed on.
 */
export function measure(root: unknown, limits: MeasureLimits, skip?: ReadonlySet<unknown>): Measure {
  return countPlain(root, limits, skip) ?? walk(root, limits, skip)
}

/** Visits a value and records locations. Used for values with references, and to report the location of a fault. */
function walk(root: unknown, limits: MeasureLimits, skip: ReadonlySet<unknown> | undefined): Measure {
  const references: string[] = []
  const stack: Frame[] = []
  const total = { nodes: 1, chars: 0 }
  let fault: MeasureFault | undefined

  const fail = (kind: MeasureFault['kind'], { parent, key }: Location, found?: string) => {
    fault ??= { kind, pointer: parent ? pointerOf(parent) + formatPointer([key]) : '', ...(found && { found }) }
  }

  const bounded = (location: Location) => {
    if (total.nodes > limits.nodes) fail('too_many_nodes', location)
    else if (total.chars > limits.chars) fail('payload_too_large', location)
  }

  const enter = (value: unknown, parent: Frame | undefined, key: string | number) => {
    const depth = (parent?.depth ?? 0) + 1
    if (typeof value === 'string') total.chars += value.length
    else if (typeof value !== 'object' || value === null) {
      if (!isScalar(value)) fail('unsafe_value', { parent, key }, typeof value === 'number' ? String(value) : typeof value)
    } else if (!skip?.has(value)) {
      if (depth > limits.depth) fail('too_deep', { parent, key })
      else if (!Array.isArray(value) && !plainPrototype(value)) fail('unsafe_value', { parent, key }, 'an instance of a class')
      else stack.push({ value, depth, parent, key })
    }
  }

  const special = (frame: Frame, name: string, value: unknown) => {
    if (name === '$artifact') references.push(pointerOf(frame))
    else if (name === '__proto__' || (typeof value === 'object' && value !== null)) fail('unsafe_value', { parent: frame, key: name }, `a key named ${name}`)
  }

  const properties = (record: Record<string, unknown>, frame: Frame) => {
    for (const name in record) {
      const value = record[name]
      total.nodes++
      total.chars += name.length
      if (specials.has(name)) special(frame, name, value)
      enter(value, frame, name)
    }
  }

  const items = (list: readonly unknown[], frame: Frame) => {
    total.nodes += list.length
    bounded(frame)
    for (let index = 0; index < list.length && !fault; index++) enter(list[index], frame, index)
  }

  enter(root, undefined, '')
  bounded({ parent: undefined, key: '' })
  for (let frame = stack.pop(); frame && !fault; frame = stack.pop()) {
    if (Array.isArray(frame.value)) items(frame.value, frame)
    else properties(frame.value as Record<string, unknown>, frame)
    bounded(frame)
  }
  return { ...total, references, ...(fault && { fault }) }
}

function pointerOf(frame: Frame): string {
  const tokens: (string | number)[] = []
  for (let at: Frame | undefined = frame; at?.parent; at = at.parent) tokens.push(at.key)
  return formatPointer(tokens.reverse())
}
