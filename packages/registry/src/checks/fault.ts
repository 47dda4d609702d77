import type { SchemaFault } from '../contracts/validator-types.ts'

/** Creates one fault. Called by generated validators. */
export const fault = (instancePath: string, keyword: string, params: Record<string, unknown>, schemaPath = ''): SchemaFault => ({
  instancePath,
  schemaPath,
  keyword,
  params,
})
