import type { ElicitRequestParams, ElicitResult } from '@modelcontextprotocol/client'
import type { JsonObject, ToolContext } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { toFormProps } from './to-form-props.ts'

/**
 * Answers an elicitation request of a server. The call pauses with a form; when it runs again with the answer, the server asks again and gets
 * that answer at once. A request outside of a call, or one that no form can represent, is declined.
 */
export async function answerElicitation(params: ElicitRequestParams, context: ToolContext | undefined): Promise<ElicitResult> {
  if (!context || params.mode === 'url' || !('requestedSchema' in params)) return { action: 'decline' }
  const props = toFormProps(params.message, params.requestedSchema)
  if (!props) return { action: 'decline' }
  const answer = await context.pause({ component: 'form', props })
  if (answer.status !== 'answered') return { action: 'cancel' }
  return { action: 'accept', content: toElicitedContent(answer.result, params.requestedSchema) }
}

type ElicitedContent = Record<string, string | number | boolean | string[]>

/** The result of a form in the types that the protocol allows. Fields that the requested schema does not name are left out. */
function toElicitedContent(result: JsonObject, schema: unknown): ElicitedContent {
  const properties = isRecord(schema) && isRecord(schema.properties) ? schema.properties : {}
  const entries = Object.entries(result).flatMap(([name, value]): [string, ElicitedContent[string]][] => {
    if (!Object.hasOwn(properties, name)) return []
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return [[name, value]]
    return Array.isArray(value) ? [[name, value.map(String)]] : []
  })
  return Object.fromEntries(entries)
}
