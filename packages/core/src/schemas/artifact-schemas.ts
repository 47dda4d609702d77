import { z } from 'zod'
import { jsonObjectSchema, jsonValueSchema } from './json-schemas.ts'

const count = z.number().int().min(0)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** How chunks combine. */
export const artifactModeSchema = z.enum(['replace', 'append', 'merge'])

/** A stored artifact as the outside sees it. */
export const artifactReferenceSchema = z.object({
  artifact_id: z.string(),
  media_type: z.string(),
  bytes: count,
  sha256,
  url: z.string().exactOptional(),
  items: count.exactOptional(),
  columns: z.array(z.string()).exactOptional(),
})

/** What a store keeps beside the bytes. */
export const artifactMetaSchema = z.object({
  artifact_id: z.string(),
  media_type: z.string(),
  bytes: count,
  sha256,
  source_tool: z.string(),
  run_id: z.string(),
  name: z.string().exactOptional(),
  items: count.exactOptional(),
  columns: z.array(z.string()).exactOptional(),
  created: z.number(),
})

/** A reference that a model writes in place of data; nothing beside these four. */
export const dataReferenceSchema = z.strictObject({
  $artifact: z.string().min(1),
  path: z.string().exactOptional(),
  select: z.array(z.string()).exactOptional(),
  limit: count.exactOptional(),
})

/** The chunk of a `ui_component` artifact. */
export const componentChunkSchema = z.object({
  id: z.string(),
  component: z.string(),
  props: jsonObjectSchema,
  title: z.string().exactOptional(),
})

/** One piece of an artifact stream. */
export const artifactChunkSchema = z.object({
  stream_id: z.string(),
  seq: count,
  chunk: jsonValueSchema,
  done: z.boolean(),
  mode: artifactModeSchema.exactOptional(),
  artifact_type: z.string(),
  tool_call_id: z.string().exactOptional(),
  meta: z.object({ message_id: z.string(), registry_version: z.string(), source_tool: z.string() }).catchall(jsonValueSchema),
})
