import type { JsonObject, JsonSchema } from '@pf/core'

/** A group of components, in catalogue order. */
export interface Category {
  readonly name: string
  readonly title: string
}

/** One component of the registry: everything but its code. */
export interface ComponentEntry {
  readonly name: string
  /** First line: what it shows. Further lines: when to use it. */
  readonly description: string
  /** The need it answers and when to choose it, in a few words. */
  readonly need: string
  readonly when: string
  readonly category: string
  readonly interactive: boolean
  /** Not on the default allowlist. */
  readonly optIn?: boolean
  readonly tags: readonly string[]
  /** Pixels a skeleton keeps free. */
  readonly height: number
  /** JSON Schema (2020-12); `x-data` marks the props that take references. */
  readonly propsSchema: JsonSchema
  /** JSON-Pointer patterns of its own data props, `*` for an index. For components inside a layout use `dataPathsOf(component, props)`. */
  readonly dataPaths: readonly string[]
  readonly example: { readonly description: string; readonly props: JsonObject }
  /** Shape of the user's answer; interactive components only. */
  readonly resultSchema?: JsonSchema
}

/** What a policy must know of a component without its schema. */
export interface ComponentFlags {
  readonly interactive?: true
  /** Not on the default allowlist. */
  readonly optIn?: true
  /** Pixels that a skeleton keeps free. */
  readonly height: number
}
