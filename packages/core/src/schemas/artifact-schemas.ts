import { z } from 'zod'
import type { ArtifactChunk } from '../contracts/artifacts.ts'
import { isRecord } from '../json/records.ts'
import { isJson, jsonObjectSchema, jsonValueSchema } from './json-schemas.ts'

const count = z.number().int().min(0)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** The way in which chunks are combined. */
export const artifactModeSchema = z.enum(['replace', 'append', 'merge'])

/** A stored artifact, or a part of it. */
export const artifactReferenceSchema = z.object({
  artifact_id: z.string(),
  media_type: z.string(),
  bytes: count,
  sha256,
  url: z.string().exactOptional(),
  path: z.string().exactOptional(),
  select: z.array(z.string()).exactOptional(),
  limit: count.exactOptional(),
  items: count.exactOptional(),
  columns: z.array(z.string()).exactOptional(),
})

/** The metadata that a store keeps for an artifact. */
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

/** A reference that a model writes in place of data. Other members than these four are refused. */
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

const metaKeys = ['message_id', 'registry_version', 'source_tool'] as const

/** Not a zod object with a catch-all, because that would drop keys such as `__proto__`. */
const metaSchema = z
  .custom<ArtifactChunk['meta']>((value) => isRecord(value) && isJson(value), 'expected a JSON object')
  .superRefine((meta, context) => {
    for (const key of metaKeys)
      if (!Object.hasOwn(meta, key) || typeof meta[key] !== 'string') context.addIssue({ code: 'custom', path: [key], message: 'expected a string' })
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
  meta: metaSchema,
})
