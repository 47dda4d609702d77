import type { JsonObject, JsonValue, ValidationIssue } from '@pf/core'
import type { ComponentType, ReactNode } from 'react'

/** A component inside a layout. */
export interface NestedComponent {
  /** Unique within the layout, and stable across updates. */
  id: string
  component: string
  props: JsonObject
  title?: string | undefined
}

/** The answer of a file field after the file was uploaded to the server. */
export interface UploadedFile {
  artifact_id: string
  name: string
  media_type: string
  bytes: number
}

/** Additional props for the renderer of a question: the state of the answer, and the actions of the user. */
export interface RendererInteraction {
  /** `preview`: the question cannot be answered yet. `failed`: the answer was refused, but its values are kept. */
  state: 'preview' | 'open' | 'submitting' | 'failed' | 'answered' | 'answered_elsewhere' | 'expired' | 'cancelled'
  submit(result: JsonValue): void
  cancel(): void
  /** The faults found by the server. Their pointers refer to the answer. */
  issues?: ValidationIssue[]
  /** The answer without secrets, for the summary. */
  value?: JsonValue
  /** Milliseconds since the epoch. */
  answeredAt?: number
  /** Uploads the file of a field. If it is absent, files cannot be selected. */
  upload?(field: string, file: File): Promise<UploadedFile>
}

/** The interaction of a question that was not asked, or whose props are still arriving. */
export const previewInteraction: RendererInteraction = { state: 'preview', submit: () => {}, cancel: () => {} }

/** The props of every renderer. `props` were validated by the registry, or are a valid prefix while `streaming`. */
export interface RendererProps<Props = JsonObject> {
  props: Props
  /** Artifact id, unique within its turn. */
  id: string
  title?: string
  /** True while more props are still arriving. */
  streaming: boolean
  /** Draws a component inside this one, under the same rules. */
  renderNested: (nested: NestedComponent) => ReactNode
  /** Present for components that ask the user. Without it, a question is rendered as a preview. */
  interaction?: RendererInteraction
}

/** Maps component names to renderers. A Map, so that names from model output can only match its own entries. */
export type RendererTable = ReadonlyMap<string, ComponentType<RendererProps>>
