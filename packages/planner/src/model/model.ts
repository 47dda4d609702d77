// The model port is a contract of @pf/core, re-exported here for the planner.
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
} from '@pf/core'
