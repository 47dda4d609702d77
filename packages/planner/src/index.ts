// The public API of @pf/planner. Modules of this package do not import this file.

export type { Agent } from './agent/create-agent.ts'
export { createAgent } from './agent/create-agent.ts'
export type { QuestionRun, RunOptions } from './agent/run-question.ts'
export type { TaskInput } from './background/start-task.ts'
export type { AgentTasks } from './background/task-port.ts'
export type { Drafts, DraftsOptions } from './drafts/create-drafts.ts'
export { createDrafts } from './drafts/create-drafts.ts'
export type { AnswerCheck, AnswerCheckInput, AnswerCheckVerdict, CheckedTarget } from './guardrails/answer-check.ts'
export type { TextRange } from './guardrails/fold-text.ts'
export type { MaskingOptions } from './guardrails/masking.ts'
export type { PersonalDataDetector, PersonalDataKind } from './guardrails/personal-data.ts'
export type { UntrustedContentOptions } from './guardrails/untrusted-content.ts'
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
  HookReturn,
  HookSpec,
  HookStop,
  ModelParameters,
  ModelPurpose,
  ToolHook,
} from './hooks/hook-types.ts'
export type { AgentHooks, ToolLog } from './hooks/safe-hooks.ts'
export type {
  KeptReasoning,
  Model,
  ModelCallOptions,
  ModelCallRun,
  ModelChunk,
  ModelMessage,
  ModelRequest,
  ModelTool,
  ReasoningEffort,
  ReceivedOutput,
  ResponseFormat,
  StartedResponse,
} from './model/model.ts'
export type { AgentOptions, Memory, ModelChoice, RichOutputOptions, SummaryMemory, TelemetryOptions, ToolAccess } from './options/agent-options.ts'
export type { AmountCondition, ApprovalOptions, ApprovalRule } from './options/approval-options.ts'
export type { BudgetLimits, BudgetOptions, ModelPrice } from './options/budget-options.ts'
export type { ConfigFileOptions } from './options/config-file.ts'
export type { GuardrailOptions } from './options/guardrail-options.ts'
export type { AgentLimits } from './options/limits.ts'
export type { ProvenancePolicy } from './options/provenance-options.ts'
export type { ReflectionOptions } from './options/reflection-options.ts'
export type { StateOptions } from './options/state-options.ts'
export type { TaskOptions } from './options/task-options.ts'
export type { CallResult, PlanError, PlanFault, PlanLocation, PlannedCall, PlanReport, PlanTool, PlanWarning, TemplateError } from './plans/plan-types.ts'
export type { Resolved, ResolveTemplatesOptions } from './plans/resolve-templates.ts'
export { resolveTemplates } from './plans/resolve-templates.ts'
export type { ValidatePlanOptions } from './plans/validate-plan.ts'
export { validatePlan } from './plans/validate-plan.ts'
export type { StandardOptions, StandardResult, StandardSchema, ToolArgs, ToolConfig, ToolReturn, ToolSchema } from './tools/define-tool.ts'
export { defineTool } from './tools/define-tool.ts'
