import type { SchemaFault } from '../contracts/validator-types.ts'

/** Makes one fault; generated validators call it. */
export const fault = (instancePath: string, keyword: string, params: Record<string, unknown>, schemaPath = ''): SchemaFault => ({
  instancePath,
  schemaPath,
  keyword,
  params,
})
