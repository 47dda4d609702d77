// The model port is a contract of @pf/core; the planner uses it under this path.
export type { KeptReasoning, Model, ModelChunk, ModelMessage, ModelRequest, ModelTool, ReasoningEffort, ResponseFormat, StartedResponse } from '@pf/core'
