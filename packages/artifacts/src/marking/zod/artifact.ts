import { iso, object, optional, string, type ZodType } from 'zod'
import { type $ZodType, clone, globalRegistry, type output } from 'zod/v4/core'
import type { SourceProperty } from '../artifact-mark.ts'

/** A zod type of the ToolResponse shape around a given artifact type; marks in it keep working. */
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

/** What is said about a marked field. */
export interface ArtifactOptions {
  /** The tool streams it with `emitArtifact`. */
  stream?: boolean
  /** Under which id; implies `stream`. */
  streamId?: string
  /** Known form for a default view: `rows`, `echarts`, `image`, `file` … */
  shape?: string
  /** Media type of text or bytes; of base64 text when it is a binary one. */
  mediaType?: string
}

/**
 * Marks a field of a tool's output as heavy: it goes to the screen and never to the model. Returns a copy of the
 * schema; the mark travels through `z.toJSONSchema`.
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

/** A copy of a schema with more metadata; what it had stays. */
export function withMeta<Schema extends $ZodType>(schema: Schema, meta: Record<string, unknown>): Schema {
  const copy = clone(schema, undefined, { parent: true })
  globalRegistry.add(copy, meta)
  return copy
}

/** The type of one item of a list, or the type itself. */
export type RowOf<Type> = Type extends readonly (infer Item)[] ? Item : Type

/** Which field of the output fills which property of a source. */
export type SourceFieldMap<Type> = Partial<Record<SourceProperty, Extract<keyof RowOf<Type>, string>>>

/**
 * Marks an object, or a list of them, as sources of the answer. `fieldMap` names the fields that are called otherwise
 * than `title`, `url`, `snippet`, `relevance_score`.
 */
export function producesSources<Schema extends $ZodType>(schema: Schema, fieldMap: SourceFieldMap<output<Schema>> = {}): Schema {
  return withMeta(schema, { produces_sources: true, ...(Object.keys(fieldMap).length > 0 ? { source_fields: fieldMap } : {}) })
}
