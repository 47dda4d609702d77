// The public API of @pf/planner/ai-sdk. It needs no package at run time; its types are those of @ai-sdk/provider.

export { aiSdkModel } from './ai-sdk/ai-sdk-model.ts'
export type { AiSdkModelOptions } from './ai-sdk/ai-sdk-model-options.ts'
