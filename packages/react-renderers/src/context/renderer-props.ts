import type { JsonObject, JsonValue, ValidationIssue } from '@pf/core'
import type { ComponentType, ReactNode } from 'react'

/** A component inside a layout. */
export interface NestedComponent {
  /** Unique within the layout, stable over updates. */
  id: string
  component: string
  props: JsonObject
  title?: string | undefined
}

/** What a file field of an answer holds once the file is on the server. */
export interface UploadedFile {
  artifact_id: string
  name: string
  media_type: string
  bytes: number
}

/** What the renderer of a question is given beside its props: how far the answer is, and the ways to give it. */
export interface RendererInteraction {
  /** `preview`: nothing may be answered yet. `failed`: the answer was not taken, everything in it stays. */
  state: 'preview' | 'open' | 'submitting' | 'failed' | 'answered' | 'answered_elsewhere' | 'expired' | 'cancelled'
  submit(result: JsonValue): void
  cancel(): void
  /** What the server found wrong; pointers lead into the answer. */
  issues?: ValidationIssue[]
  /** The answer without secrets, for the summary. */
  value?: JsonValue
  /** Milliseconds since the epoch. */
  answeredAt?: number
  /** Sends the file of a field; without it no file can be given. */
  upload?(field: string, file: File): Promise<UploadedFile>
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
  /** Only for components that ask the user; without it a question is a preview. */
  interaction?: RendererInteraction
}

/** Component name to what draws it; a Map, so that a name out of model output finds nothing but what was put in. */
export type RendererTable = ReadonlyMap<string, ComponentType<RendererProps>>
