// The public API of @pf/planner/anthropic, the only entry that needs the package @anthropic-ai/sdk.

export { anthropicModel } from './anthropic/anthropic-model.ts'
export type { AnthropicModelOptions } from './anthropic/anthropic-model-options.ts'
