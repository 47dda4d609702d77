// The public face of @pf/planner/openai; the only part that needs the openai package.
export type { OpenAiModelOptions } from './openai/openai-model.ts'
export { openaiModel } from './openai/openai-model.ts'
