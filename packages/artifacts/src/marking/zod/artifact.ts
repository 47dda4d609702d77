import { type $ZodType, clone, globalRegistry } from 'zod/v4/core'

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
 * Marks a field of a tool's output as heavy: it goes to the screen and never to the model (spec 000 §2). Returns a copy of the
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
