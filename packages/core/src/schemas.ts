// The public API of @pf/core/schemas: the contracts as zod 4 schemas.
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
export {
  answerEnvelopeSchema,
  interactionAnnouncementSchema,
  interactionRefSchema,
  plannerEventSchema,
  validationIssueSchema,
} from './schemas/event-schemas.ts'
export { jsonObjectSchema, jsonSchemaSchema, jsonValueSchema } from './schemas/json-schemas.ts'
export { finalPayloadSchema, finishReasonSchema, provenanceSchema, sourceSchema, suggestedActionSchema } from './schemas/payload-schemas.ts'
