import { z } from 'zod'
import type { PlanArgs } from '../contracts/action.ts'
import { anyJsonSchema, membersSchema } from './json-schemas.ts'

/** A name with at least one character that is not white space, as required by normalizeAction. */
const nodeSchema = z.string().regex(/\S/)

/** A planner action with exactly `next_node` and `args`. Missing args default to an empty object. */
export const plannerActionSchema = z.strictObject({ next_node: nodeSchema, args: membersSchema.default({}) })

/** One branch of a plan. */
export const planStepSchema = z.object({ node: nodeSchema, args: membersSchema.default({}) })

/** The join of a plan. If `node` is null or absent, all results are returned to the model. */
export const planJoinSchema = z.object({
  node: z.string().nullable().exactOptional(),
  args: membersSchema.exactOptional(),
  inject: membersSchema.exactOptional(),
})

/** Arguments of `plan` with at least one step. A join of null is removed. */
export const planArgsSchema = z
  .object({ steps: z.array(planStepSchema).min(1), join: planJoinSchema.nullable().exactOptional() })
  .transform(({ steps, join }): PlanArgs => (join ? { steps, join } : { steps }))

/** The use of a background result in the conversation. */
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
  schedule: z.string().exactOptional(),
  time_zone: z.string().exactOptional(),
})

/** Arguments of `final_response`. Only `answer` is required, and it must not be empty. */
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
