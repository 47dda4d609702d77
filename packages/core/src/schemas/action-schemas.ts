import { z } from 'zod'
import type { PlanArgs } from '../contracts/action.ts'
import { anyJsonSchema, membersSchema } from './json-schemas.ts'

/** A name with something to see in it, as normalizeAction asks for. */
const nodeSchema = z.string().regex(/\S/)

/** What a planner step asks for: exactly `next_node` and `args`; missing args are empty. */
export const plannerActionSchema = z.strictObject({ next_node: nodeSchema, args: membersSchema.default({}) })

/** One branch of a plan. */
export const planStepSchema = z.object({ node: nodeSchema, args: membersSchema.default({}) })

/** How branches come together; `node` null or absent gives all results back to the model. */
export const planJoinSchema = z.object({
  node: z.string().nullable().exactOptional(),
  args: membersSchema.exactOptional(),
  inject: membersSchema.exactOptional(),
})

/** Arguments of `plan`: at least one step; a join of null is none. */
export const planArgsSchema = z
  .object({ steps: z.array(planStepSchema).min(1), join: planJoinSchema.nullable().exactOptional() })
  .transform(({ steps, join }): PlanArgs => (join ? { steps, join } : { steps }))

/** What becomes of a background result. */
export const mergeStrategySchema = z.enum(['HUMAN_GATED', 'APPEND', 'REPLACE'])

/** Arguments of `task`. */
export const taskArgsSchema = z.object({
  name: z.string().exactOptional(),
  mode: z.enum(['subagent', 'job']).exactOptional(),
  query: z.string().exactOptional(),
  tool: z.string().exactOptional(),
  tool_args: membersSchema.exactOptional(),
  merge_strategy: mergeStrategySchema.exactOptional(),
  group: z.string().exactOptional(),
  group_id: z.string().exactOptional(),
  group_sealed: z.boolean().exactOptional(),
  group_report: z.enum(['all', 'any', 'none']).exactOptional(),
  group_merge_strategy: mergeStrategySchema.exactOptional(),
  retain_turn: z.boolean().exactOptional(),
})

/** Arguments of `final_response`; only `answer` is needed, and it is never empty. */
export const finalResponseArgsSchema = z.object({
  answer: z.string().min(1),
  sources: z.array(anyJsonSchema).exactOptional(),
  suggested_actions: z.array(anyJsonSchema).exactOptional(),
  confidence: z.number().min(0).max(1).exactOptional(),
  language: z.string().exactOptional(),
  route: z.string().exactOptional(),
  requires_followup: z.boolean().exactOptional(),
  warnings: z.array(z.string()).exactOptional(),
  artifacts: membersSchema.exactOptional(),
  extra: membersSchema.exactOptional(),
})
