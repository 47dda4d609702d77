import type { JsonObject } from '@pf/core'
import type { ComponentType, ReactNode } from 'react'

/** A component inside a layout. */
export interface NestedComponent {
  /** Unique within the layout, stable over updates. */
  id: string
  component: string
  props: JsonObject
  title?: string | undefined
}

/** What every renderer is given; props have passed the registry's validation, or are a valid prefix while `streaming`. */
export interface RendererProps<Props = JsonObject> {
  props: Props
  /** Artifact id, unique within its turn. */
  id: string
  title?: string
  /** More of the props is still to come. */
  streaming: boolean
  /** Draws a component inside this one, under the same rules. */
  renderNested: (nested: NestedComponent) => ReactNode
}

/** Component name to what draws it; a Map, so that a name out of model output finds nothing but what was put in. */
export type RendererTable = ReadonlyMap<string, ComponentType<RendererProps>>
