import { formatPointer } from '@pf/core'

/** Bounds of one walk. */
export interface MeasureLimits {
  depth: number
  nodes: number
  chars: number
}

/** Why a walk stopped, and where. */
export interface MeasureFault {
  kind: 'too_deep' | 'too_many_nodes' | 'payload_too_large' | 'unsafe_value'
  pointer: string
  /** For unsafe values: what was found. */
  found?: string
}

/** What a walk over JSON found. */
export interface Measure {
  nodes: number
  /** Characters of keys and text: never more than the UTF-8 bytes of the JSON. */
  chars: number
  /** Pointers to objects with `$artifact`. */
  references: string[]
  fault?: MeasureFault
}

interface Frame {
  value: object
  depth: number
  parent: Frame | undefined
  key: string | number
}

const plainPrototype = (value: object) => {
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/**
 * Walks a value without recursion, stopping at the first limit or unsafe value: nothing after it may run on what did not pass.
 * `skip` holds subtrees that are counted elsewhere. Anything but JSON data is unsafe.
 */
export function measure(root: unknown, limits: MeasureLimits, skip?: ReadonlySet<unknown>): Measure {
  const walk = new Walk(limits, skip)
  walk.start(root)
  return walk.result
}

class Walk {
  readonly result: Measure = { nodes: 0, chars: 0, references: [] }
  private readonly stack: Frame[] = []
  private readonly limits: MeasureLimits
  private readonly skip: ReadonlySet<unknown> | undefined

  constructor(limits: MeasureLimits, skip: ReadonlySet<unknown> | undefined) {
    this.limits = limits
    this.skip = skip
  }

  start(root: unknown) {
    if (typeof root === 'object' && root !== null) this.push(root, undefined, '')
    else if (!isScalar(root)) this.unsafe(root, undefined, '')
    this.count(1, typeof root === 'string' ? root.length : 0, undefined)
    for (let frame = this.stack.pop(); frame && !this.result.fault; frame = this.stack.pop()) {
      if (Array.isArray(frame.value)) this.items(frame, frame.value)
      else this.properties(frame, frame.value as Record<string, unknown>)
    }
  }

  private items(frame: Frame, list: readonly unknown[]) {
    this.count(list.length, 0, frame)
    if (this.result.fault) return
    let chars = 0
    for (let index = 0; index < list.length; index++) {
      const value = list[index]
      if (typeof value === 'string') chars += value.length
      else if (typeof value === 'object' && value !== null) this.push(value, frame, index)
      else if (!isScalar(value)) this.unsafe(value, frame, index)
    }
    this.count(0, chars, frame)
  }

  private properties(frame: Frame, record: Record<string, unknown>) {
    let nodes = 0
    let chars = 0
    for (const key in record) {
      const value = record[key]
      nodes++
      chars += key.length
      if (key.length === 9 || key.length === 11) this.special(frame, key, value)
      if (typeof value === 'string') chars += value.length
      else if (typeof value === 'object' && value !== null) this.push(value, frame, key)
      else if (!isScalar(value)) this.unsafe(value, frame, key)
    }
    this.count(nodes, chars, frame)
  }

  private count(nodes: number, chars: number, frame: Frame | undefined) {
    const { result, limits } = this
    result.nodes += nodes
    result.chars += chars
    if (result.nodes > limits.nodes) this.fail('too_many_nodes', frame?.parent, frame?.key ?? '')
    else if (result.chars > limits.chars) this.fail('payload_too_large', frame?.parent, frame?.key ?? '')
  }

  private push(value: object, parent: Frame | undefined, key: string | number) {
    if (this.skip?.has(value)) return
    const depth = (parent?.depth ?? 0) + 1
    if (depth > this.limits.depth) this.fail('too_deep', parent, key)
    else if (!Array.isArray(value) && !plainPrototype(value)) this.fail('unsafe_value', parent, key, 'an object of a class')
    else this.stack.push({ value, depth, parent, key })
  }

  private special(frame: Frame, key: string, value: unknown) {
    if (key === '$artifact') this.result.references.push(pointerOf(frame))
    const risky = key === 'constructor' || key === 'prototype'
    if (key === '__proto__' || (risky && typeof value === 'object' && value !== null)) this.fail('unsafe_value', frame, key, `a key named ${key}`)
  }

  private unsafe(value: unknown, parent: Frame | undefined, key: string | number) {
    this.fail('unsafe_value', parent, key, typeof value === 'number' ? String(value) : typeof value)
  }

  private fail(kind: MeasureFault['kind'], parent: Frame | undefined, key: string | number, found?: string) {
    const pointer = parent === undefined ? '' : pointerOf(parent) + formatPointer([key])
    this.result.fault ??= { kind, pointer, ...(found === undefined ? {} : { found }) }
  }
}

const isScalar = (value: unknown) =>
  typeof value === 'number' ? Number.isFinite(value) : typeof value === 'string' || typeof value === 'boolean' || value === null

function pointerOf(frame: Frame): string {
  const tokens: (string | number)[] = []
  for (let at: Frame | undefined = frame; at?.parent; at = at.parent) tokens.push(at.key)
  return formatPointer(tokens.reverse())
}
