// The public API of @pf/planner/openai, which needs the openai package.

export { fetchWithErrorText } from './openai/fetch-with-error-text.ts'
export { openaiModel } from './openai/openai-model.ts'
export type { OpenAiClient, OpenAiModelOptions } from './openai/openai-model-options.ts'
