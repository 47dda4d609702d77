import { z } from 'zod'
import { jsonObjectSchema, jsonSchemaSchema, jsonValueSchema } from './json-schemas.ts'

/** An answer: a result, or a cancel that is no part of any result. Never both. */
export const answerEnvelopeSchema = z.union([z.strictObject({ result: jsonValueSchema }), z.strictObject({ cancelled: z.literal(true) })])

/** Names a question: its own id, or the call that asked it. */
export const interactionRefSchema = z.union([
  z.strictObject({ interaction_id: z.string() }),
  z.strictObject({ thread_id: z.string(), run_id: z.string(), tool_call_id: z.string() }),
])

/** A question that holds a run. */
export const interactionAnnouncementSchema = z.object({
  id: z.string(),
  tool_call_id: z.string(),
  component: z.string(),
  props: jsonObjectSchema,
  message_id: z.string(),
  result_schema: jsonSchemaSchema,
  deadline: z.number().exactOptional(),
})

/** A fault in data that somebody else wrote. */
export const validationIssueSchema = z.object({
  code: z.string(),
  pointer: z.string(),
  expected: z.string().exactOptional(),
  received: z.string().exactOptional(),
  suggestion: z.string().exactOptional(),
})
