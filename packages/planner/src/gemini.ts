// The public API of @pf/planner/gemini, the only entry that needs the package @google/genai.

export { geminiModel } from './gemini/gemini-model.ts'
export type { GeminiModelOptions } from './gemini/gemini-model-options.ts'
