// The public face of @pf/core/schemas: the contracts as zod 4 schemas.
export {
  finalResponseArgsSchema,
  mergeStrategySchema,
  planArgsSchema,
  planJoinSchema,
  plannerActionSchema,
  planStepSchema,
  taskArgsSchema,
} from './schemas/action-schemas.ts'
export {
  artifactChunkSchema,
  artifactMetaSchema,
  artifactModeSchema,
  artifactReferenceSchema,
  componentChunkSchema,
  dataReferenceSchema,
} from './schemas/artifact-schemas.ts'
export { answerEnvelopeSchema, interactionAnnouncementSchema, interactionRefSchema, validationIssueSchema } from './schemas/interaction-schemas.ts'
export { jsonObjectSchema, jsonSchemaSchema, jsonValueSchema } from './schemas/json-schemas.ts'
export { finalPayloadSchema, finishReasonSchema, sourceSchema, suggestedActionSchema } from './schemas/payload-schemas.ts'
export { plannerEventSchema } from './schemas/planner-event-schema.ts'
