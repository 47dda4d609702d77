import { defineConfig } from './src/config.ts'

/** The settings of this app. They are checked at the start; an invalid value is reported with its line. */
export default defineConfig({
  /** The model that answers once OPENAI_API_KEY or OPENAI_BASE_URL is set. Until then, the scripted model answers. */
  model: { name: 'gpt-5-mini' },
  store: { type: 'memory' },
  richOutput: {
    /** False: the model has no tools for components and reads nothing about them, and no components are sent. */
    enabled: true,
    /** The components that the model may request. */
    allowlist: ['markdown', 'json', 'echarts', 'datagrid', 'report', 'grid', 'form', 'confirm', 'select_option'],
    /** True if the system prompt lists these components. */
    includePromptCatalog: true,
    includePromptExamples: false,
  },
  /** Limits of one run: calls of the model, milliseconds, and tokens of all calls. */
  limits: { maxSteps: 12, deadlineMs: 300_000, maxTokens: 500_000 },
})
