import { z } from 'zod'
import { jsonObjectSchema } from './json-schemas.ts'

/** A source of an answer. */
export const sourceSchema = z.object({
  title: z.string(),
  url: z.string().exactOptional(),
  snippet: z.string().exactOptional(),
  relevance_score: z.number().min(0).max(1).exactOptional(),
})

/** A follow-up for the user. Missing params default to an empty object. */
export const suggestedActionSchema = z.object({ action_id: z.string(), label: z.string(), params: jsonObjectSchema.default({}) })

/** The reason why a run ended. */
export const finishReasonSchema = z.enum(['answer', 'no_path', 'budget_exhausted', 'deadline', 'cancelled', 'paused', 'error'])

const locationSchema = z.object({ ref: z.string(), path: z.string(), row: z.int().min(0).exactOptional() })

/** The origin of a figure. */
const figureSourceSchema = z.discriminatedUnion('kind', [
  locationSchema.extend({ kind: z.literal('result') }),
  z.object({
    kind: z.literal('computed'),
    operation: z.enum(['sum', 'mean', 'median', 'min', 'max', 'count', 'difference', 'ratio', 'product', 'percent_change', 'share', 'rank']),
    operands: z.array(locationSchema),
    declared: z.boolean(),
    rows: z.int().min(0).exactOptional(),
  }),
  z.object({ kind: z.literal('stated'), by: z.enum(['model', 'conversation', 'query']), near: locationSchema.exactOptional() }),
])

const figureSchema = z.object({
  text: z.string(),
  start: z.int().min(0).exactOptional(),
  end: z.int().min(0).exactOptional(),
  component: z.string().exactOptional(),
  pointer: z.string().exactOptional(),
  source: figureSourceSchema,
})

const figureCount = z.int().min(0)

/** The origin of the figures of an answer. */
export const provenanceSchema = z.object({
  counts: z.object({ result: figureCount, computed: figureCount, stated: figureCount, unproven: figureCount, references: figureCount }),
  figures: z.array(figureSchema),
  results: z.array(z.object({ ref: z.string(), tool: z.string(), tool_call_id: z.string() })),
  incomplete: z.boolean(),
})

/** The payload of a finish. All fields except `raw_answer` have defaults. */
export const finalPayloadSchema = z.object({
  raw_answer: z.string(),
  artifacts: jsonObjectSchema.default({}),
  confidence: z.number().min(0).max(1).nullable().default(null),
  sources: z.array(sourceSchema).default([]),
  route: z.string().nullable().default(null),
  suggested_actions: z.array(suggestedActionSchema).default([]),
  requires_followup: z.boolean().default(false),
  warnings: z.array(z.string()).default([]),
  language: z
    .string()
    .regex(/^[a-z]{2}$/)
    .nullable()
    .default(null),
  extra: jsonObjectSchema.default({}),
  provenance: provenanceSchema.exactOptional(),
})
