import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { FinalResponseArgs, MergeStrategy, PlanArgs, PlanJoin, PlannerAction, PlanStep, TaskArgs } from '../contracts/action.ts'
import type { AnswerEnvelope, InteractionRef } from '../contracts/agent-port.ts'
import type { ArtifactChunk, ArtifactMeta, ArtifactMode, ArtifactReference, ComponentChunk, DataReference } from '../contracts/artifacts.ts'
import type { InteractionAnnouncement, PlannerEvent, ValidationIssue } from '../contracts/events.ts'
import type { JsonObject, JsonSchema, JsonValue } from '../contracts/json.ts'
import type { FinalPayload, FinishReason, Source, SuggestedAction } from '../contracts/payload.ts'
import type { Provenance } from '../contracts/provenance.ts'
import * as schemas from '../schemas.ts'

/** Flattens intersections to one object and unions member by member, and leaves JSON values unchanged. */
type Flat<T> = JsonValue extends T ? T : T extends object ? { [K in keyof T]: Flat<T[K]> } : T
type Same<Left, Right> = (<T>() => T extends Flat<Left> ? 1 : 2) extends <T>() => T extends Flat<Right> ? 1 : 2 ? true : false
type Agrees<Schema extends z.ZodType, Contract> = Same<z.infer<Schema>, Contract>

/** Compiles only if each schema and its contract are assignable in both directions. */
const agreement: {
  plannerActionSchema: Agrees<typeof schemas.plannerActionSchema, PlannerAction>
  planStepSchema: Agrees<typeof schemas.planStepSchema, PlanStep>
  planJoinSchema: Agrees<typeof schemas.planJoinSchema, PlanJoin>
  planArgsSchema: Agrees<typeof schemas.planArgsSchema, PlanArgs>
  mergeStrategySchema: Agrees<typeof schemas.mergeStrategySchema, MergeStrategy>
  taskArgsSchema: Agrees<typeof schemas.taskArgsSchema, TaskArgs>
  finalResponseArgsSchema: Agrees<typeof schemas.finalResponseArgsSchema, FinalResponseArgs>
  finalPayloadSchema: Agrees<typeof schemas.finalPayloadSchema, FinalPayload>
  finishReasonSchema: Agrees<typeof schemas.finishReasonSchema, FinishReason>
  provenanceSchema: Agrees<typeof schemas.provenanceSchema, Provenance>
  sourceSchema: Agrees<typeof schemas.sourceSchema, Source>
  suggestedActionSchema: Agrees<typeof schemas.suggestedActionSchema, SuggestedAction>
  artifactChunkSchema: Agrees<typeof schemas.artifactChunkSchema, ArtifactChunk>
  artifactMetaSchema: Agrees<typeof schemas.artifactMetaSchema, ArtifactMeta>
  artifactModeSchema: Agrees<typeof schemas.artifactModeSchema, ArtifactMode>
  artifactReferenceSchema: Agrees<typeof schemas.artifactReferenceSchema, ArtifactReference>
  componentChunkSchema: Agrees<typeof schemas.componentChunkSchema, ComponentChunk>
  dataReferenceSchema: Agrees<typeof schemas.dataReferenceSchema, DataReference>
  answerEnvelopeSchema: Agrees<typeof schemas.answerEnvelopeSchema, AnswerEnvelope>
  interactionRefSchema: Agrees<typeof schemas.interactionRefSchema, InteractionRef>
  interactionAnnouncementSchema: Agrees<typeof schemas.interactionAnnouncementSchema, InteractionAnnouncement>
  validationIssueSchema: Agrees<typeof schemas.validationIssueSchema, ValidationIssue>
  plannerEventSchema: Agrees<typeof schemas.plannerEventSchema, PlannerEvent>
  jsonValueSchema: Agrees<typeof schemas.jsonValueSchema, JsonValue>
  jsonObjectSchema: Agrees<typeof schemas.jsonObjectSchema, JsonObject>
  jsonSchemaSchema: Agrees<typeof schemas.jsonSchemaSchema, JsonSchema>
} = {
  plannerActionSchema: true,
  planStepSchema: true,
  planJoinSchema: true,
  planArgsSchema: true,
  mergeStrategySchema: true,
  taskArgsSchema: true,
  finalResponseArgsSchema: true,
  finalPayloadSchema: true,
  finishReasonSchema: true,
  provenanceSchema: true,
  sourceSchema: true,
  suggestedActionSchema: true,
  artifactChunkSchema: true,
  artifactMetaSchema: true,
  artifactModeSchema: true,
  artifactReferenceSchema: true,
  componentChunkSchema: true,
  dataReferenceSchema: true,
  answerEnvelopeSchema: true,
  interactionRefSchema: true,
  interactionAnnouncementSchema: true,
  validationIssueSchema: true,
  plannerEventSchema: true,
  jsonValueSchema: true,
  jsonObjectSchema: true,
  jsonSchemaSchema: true,
}

describe('schemas', () => {
  it('each has a contract that its type equals in both directions', () => {
    expect(Object.keys(agreement).sort()).toEqual(Object.keys(schemas).sort())
  })
})
