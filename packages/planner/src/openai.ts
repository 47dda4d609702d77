// The public face of @pf/planner/openai; the only part that needs the openai package.

export { openaiModel } from './openai/openai-model.ts'
export type { OpenAiClient, OpenAiModelOptions } from './openai/openai-model-options.ts'
