const pick = (module) => module.default ?? module

/** Every peer by name, loaded when it is asked for. */
const libraries = {
  '@ag-ui/encoder': () => import('@ag-ui/encoder'),
  '@langchain/core': () => import('@langchain/core/output_parsers'),
  '@langchain/langgraph': () => import('@langchain/langgraph'),
  '@langchain/langgraph-checkpoint-postgres': () => import('@langchain/langgraph-checkpoint-postgres'),
  '@pinojs/redact': () => import('@pinojs/redact').then(pick),
  '@streamparser/json': () => import('@streamparser/json'),
  ai: () => import('ai'),
  ajv: () => import('ajv/dist/2020.js'),
  'ajv/standalone': () => import('ajv/dist/standalone/index.js'),
  'best-effort-json-parser': () => import('best-effort-json-parser'),
  clarinet: () => import('clarinet').then(pick),
  'eventsource-parser': () => import('eventsource-parser'),
  'fast-json-patch': () => import('fast-json-patch').then(pick),
  'fast-redact': () => import('fast-redact').then(pick),
  'incomplete-json-parser': () => import('incomplete-json-parser'),
  jsonparse: () => import('jsonparse').then(pick),
  jsonrepair: () => import('jsonrepair'),
  jsonriver: () => import('jsonriver'),
  openai: () => import('openai/_vendor/partial-json-parser/parser.mjs'),
  'partial-json': () => import('partial-json'),
  'pg-boss': () => import('pg-boss'),
  redis: () => import('redis'),
  'resumable-stream': () => import('resumable-stream'),
  'stream-json': () => import('stream-json/core/parser.js'),
  'untruncate-json': () => import('untruncate-json').then(pick),
  zod: () => import('zod'),
}

/** Loads the named peers; those that are not installed are left out and listed once. Anything else that goes wrong is thrown. */
export async function loadPeers(...names) {
  const found = {}
  const missing = []
  for (const name of names) {
    try {
      found[name] = await libraries[name]()
    } catch (error) {
      if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
      missing.push(name)
    }
  }
  if (missing.length > 0) console.log(`  not installed, left out: ${missing.join(', ')}`)
  return found
}
