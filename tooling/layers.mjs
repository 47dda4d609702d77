/** The layers of ARCHITECTURE.md as data: for each package, the packages that it may import, and the npm packages that it may import at run time. */
export const layers = {
  core: { inside: [], outside: ['zod'] },
  artifacts: { inside: ['core'], outside: ['zod', 'aws4fetch'] },
  registry: { inside: ['core'], outside: [] },
  planner: { inside: ['core', 'artifacts', 'registry'], outside: ['zod', 'ajv', '@opentelemetry/api', 'openai', '@anthropic-ai/sdk', '@google/genai'] },
  mcp: { inside: ['core'], outside: ['@modelcontextprotocol/client', '@opentelemetry/api', 'ajv'] },
  'agui-adapter': { inside: ['core'], outside: ['@ag-ui/core', '@ag-ui/client', 'eventsource-parser'] },
  'react-renderers': {
    inside: ['core', 'registry'],
    outside: [
      '@ag-ui/core',
      'react',
      'react-dom',
      'echarts',
      'echarts-for-react',
      '@tanstack/react-table',
      '@tanstack/react-virtual',
      'react-markdown',
      'remark-gfm',
      'micromark-core-commonmark',
      'rehype-raw',
      'rehype-sanitize',
      'katex',
      'mermaid',
      'plotly.js-cartesian-dist-min',
      'dompurify',
    ],
  },
  elements: { inside: ['core', 'registry', 'agui-adapter', 'react-renderers'], outside: ['react', 'react-dom'] },
  'store-postgres': { inside: ['core'], outside: ['pg'] },
  'store-sqlite': { inside: ['core'], outside: [] },
  testing: { inside: ['core'], outside: [] },
  eval: { inside: ['core', 'artifacts', 'registry', 'planner', 'react-renderers'], outside: ['zod', 'openai', 'esbuild', 'react', 'react-dom'] },
  'create-pf-app': { inside: [], outside: [] },
  bundle: { inside: ['core', 'planner', 'registry'], outside: ['zod'] },
  cli: { inside: [], outside: ['semver'] },
}

/** For each package and npm package, the only files that may import it, so that the root does not depend on it. */
export const onlyIn = [
  ['core', 'zod', 'packages/core/src/(schemas|testing)'],
  ['artifacts', 'zod', 'packages/artifacts/src/(zod\\.ts|marking/zod)'],
  ['artifacts', 'aws4fetch', 'packages/artifacts/src/s3'],
  ['planner', 'openai', 'packages/planner/src/(openai|models)'],
  ['planner', '@anthropic-ai/sdk', 'packages/planner/src/(anthropic|models)'],
  ['planner', '@google/genai', 'packages/planner/src/(gemini|models)'],
  ['agui-adapter', '@ag-ui/client', 'packages/agui-adapter/src/client/agui'],
  ['eval', 'esbuild', 'packages/eval/src/pictures'],
  ['eval', 'react-dom', 'packages/eval/src/page'],
]

/** Packages whose roots must not import `node:` modules. */
export const neutral = ['core', 'artifacts', 'registry', 'planner', 'mcp', 'agui-adapter', 'react-renderers']
