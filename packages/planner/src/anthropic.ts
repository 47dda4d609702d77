// The public face of @pf/planner/anthropic; the only part that needs the package @anthropic-ai/sdk.

export { anthropicModel } from './anthropic/anthropic-model.ts'
export type { AnthropicModelOptions } from './anthropic/anthropic-model-options.ts'
