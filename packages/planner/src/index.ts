// The whole public face of @pf/planner; nothing inside the package imports this file.
export type { AgentOptions, AgentPorts, RichOutputOptions } from './agent/agent-options.ts'
export type { ConfigFileOptions } from './agent/config-file.ts'
export type { Agent } from './agent/create-agent.ts'
export { createAgent } from './agent/create-agent.ts'
export type { AgentLimits } from './agent/limits.ts'
export type { AgentHooks, ToolLog } from './agent/safe-hooks.ts'
export type { ToolAccess } from './agent/tool-access.ts'
export type {
  AfterModel,
  AfterModelVerdict,
  AfterTool,
  AfterToolVerdict,
  AnswerDelta,
  AnswerDeltaVerdict,
  BeforeModel,
  BeforeModelVerdict,
  BeforeTool,
  BeforeToolVerdict,
  DecidingHooks,
  Hook,
  HookInfo,
  HookPass,
  HookPause,
  HookQuestion,
  HookRefuse,
  HookReplace,
  HookSpec,
  HookStop,
  ModelParameters,
  ModelPurpose,
  ToolHook,
} from './hooks/hook-types.ts'
export type { Model, ModelChunk, ModelMessage, ModelRequest, ReasoningEffort, ResponseFormat } from './model/model.ts'
export type { CallResult, PlanError, PlanFault, PlannedCall, PlanPlace, PlanReport, PlanTool, PlanWarning, TemplateError } from './plans/plan-types.ts'
export type { Resolved, ResolveTemplatesOptions } from './plans/resolve-templates.ts'
export { resolveTemplates } from './plans/resolve-templates.ts'
export type { ValidatePlanOptions } from './plans/validate-plan.ts'
export { validatePlan } from './plans/validate-plan.ts'
export type { Memory, SummaryMemory } from './prepare/memory.ts'
export type { ModelChoice } from './prepare/routing.ts'
export type { ReflectionOptions } from './reflection/reflection-options.ts'
export type { Drafts, DraftsOptions } from './strategies/artifact-first/create-drafts.ts'
export { createDrafts } from './strategies/artifact-first/create-drafts.ts'
export type { ToolConfig } from './tools/define-tool.ts'
export { defineTool } from './tools/define-tool.ts'
export type { StandardSchema } from './tools/standard-schema.ts'
