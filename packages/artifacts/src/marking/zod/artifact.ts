import { iso, object, optional, string, type ZodType } from 'zod'
import { type $ZodType, clone, globalRegistry, type output } from 'zod/v4/core'
import type { SourceProperty } from '../artifact-mark.ts'

/** Returns a zod type with the structure of ToolResponse around a given artifact type, including its marks. */
export function toolResponseType<Artifact extends ZodType>(artifact: Artifact) {
  return object({
    artifact_id: string().min(1),
    artifact,
    _metadata: object({
      context_id: string(),
      request_id: string(),
      trace_id: string(),
      user_id: string(),
      tool_name: string(),
      executed_at: iso.datetime({ offset: true }),
      skill_id: optional(string()),
    }),
    mcp_execution_id: optional(string()),
  })
}

/** Options of a marked field. */
export interface ArtifactOptions {
  /** True if the tool streams it with `emitArtifact`. */
  stream?: boolean
  /** Id of the stream; implies `stream`. */
  streamId?: string
  /** Known form for a default view: `rows`, `echarts`, `image`, `file` … */
  shape?: string
  /** Media type of text or bytes, or of base64 text if it is a binary type. */
  mediaType?: string
}

/**
 * Marks a field of a tool's output as an artifact: it is shown to the user but never sent to the model. Returns a copy of the schema;
 * `z.toJSONSchema` preserves the mark.
 */
export function artifact<Schema extends $ZodType>(schema: Schema, options: ArtifactOptions = {}): Schema {
  const { stream, streamId, shape, mediaType } = options
  return withMeta(schema, {
    artifact: true,
    ...(stream || streamId ? { stream: true } : {}),
    ...(streamId ? { stream_id: streamId } : {}),
    ...(shape ? { shape } : {}),
    ...(mediaType ? { media_type: mediaType } : {}),
  })
}

/** Returns a copy of a schema with additional metadata; existing metadata is kept. */
export function withMeta<Schema extends $ZodType>(schema: Schema, meta: Record<string, unknown>): Schema {
  const copy = clone(schema, undefined, { parent: true })
  globalRegistry.add(copy, meta)
  return copy
}

/** The type of one item of a list, or the type itself. */
export type RowOf<Type> = Type extends readonly (infer Item)[] ? Item : Type

/** Maps properties of a source to the fields of the output that contain them. */
export type SourceFieldMap<Type> = Partial<Record<SourceProperty, Extract<keyof RowOf<Type>, string>>>

/**
 * Marks an object, or a list of them, as sources of the answer. `fieldMap` names the fields whose names differ from `title`, `url`,
 * `snippet`, `relevance_score`.
 */
export function producesSources<Schema extends $ZodType>(schema: Schema, fieldMap: SourceFieldMap<output<Schema>> = {}): Schema {
  return withMeta(schema, { produces_sources: true, ...(Object.keys(fieldMap).length > 0 ? { source_fields: fieldMap } : {}) })
}
