import type { ElicitRequestParams, ElicitResult } from '@modelcontextprotocol/client'
import type { ToolContext } from '@pf/core'
import { fromFormResult } from './from-form-result.ts'
import { toFormProps } from './to-form-props.ts'

/**
 * Answers a question of a server: the call pauses with a form, and when it runs again with the answer the server asks again and gets it at once.
 * A question outside of a call, or one that no form can ask, is declined.
 */
export async function answerElicitation(params: ElicitRequestParams, context: ToolContext | undefined): Promise<ElicitResult> {
  if (!context || params.mode === 'url' || !('requestedSchema' in params)) return { action: 'decline' }
  const props = toFormProps(params.message, params.requestedSchema)
  if (!props) return { action: 'decline' }
  const answer = await context.pause({ component: 'form', props })
  if (answer.status !== 'answered') return { action: 'cancel' }
  return { action: 'accept', content: fromFormResult(answer.result, params.requestedSchema) }
}
