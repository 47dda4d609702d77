// The public API of @pf/planner/openai-responses. Needs the openai package.

export { openaiResponsesModel } from './openai-responses/openai-responses-model.ts'
export type { OpenAiResponsesModelOptions } from './openai-responses/openai-responses-model-options.ts'
