import type { JsonObject, JsonSchema } from '@pf/core'

/** A group of components, in catalogue order. */
export interface Category {
  readonly name: string
  readonly title: string
}

/** The description of one component of the registry, without its code. */
export interface ComponentEntry {
  readonly name: string
  /** The first line describes what the component shows, further lines when to use it. */
  readonly description: string
  /** The need that the component meets, and when to choose it, in a few words. */
  readonly need: string
  readonly when: string
  readonly category: string
  readonly interactive: boolean
  /** True if the component is not on the default allowlist. */
  readonly optIn?: boolean
  readonly tags: readonly string[]
  /** Height in pixels that a skeleton reserves. */
  readonly height: number
  /** JSON Schema (2020-12). `x-data` marks the props that accept references. */
  readonly propsSchema: JsonSchema
  /** Patterns of JSON Pointers to the component's own data props, with `*` for an index. For components inside a layout use `dataPathsOf(component, props)`. */
  readonly dataPaths: readonly string[]
  readonly example: { readonly description: string; readonly props: JsonObject }
  /** JSON Schema of the user's answer. Interactive components only. */
  readonly resultSchema?: JsonSchema
}

/** The properties of a component that a policy needs without the schema. */
export interface ComponentFlags {
  readonly interactive?: true
  /** True if the component is not on the default allowlist. */
  readonly optIn?: true
  /** Height in pixels that a skeleton reserves. */
  readonly height: number
}
