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
})
