import type { ApprovalScope, JsonObject } from '@pf/core'
import type { ApprovalDecision } from './rules.ts'

/** The component of a question, and its props. */
export interface ApprovalPrompt {
  component: 'confirm' | 'select_option'
  props: JsonObject
}

/** Maximum length of the shown arguments, in characters. A call with longer arguments is refused, because users cannot approve what is not shown. */
export const maxShownChars = 4_000

const labels = { once: 'Allow this call', thread: 'Allow such calls in this conversation', always: 'Always allow such calls' } satisfies Record<
  ApprovalScope,
  string
>
const approvalScopes = Object.keys(labels) as ApprovalScope[]
const denied = 'deny'

/**
 * Creates the question about a call from the call itself; no text written by the model about the call is included. Returns undefined if the
 * arguments are too long to be shown.
 */
export function approvalPrompt(tool: string, args: JsonObject, { reason, scopes }: Extract<ApprovalDecision, { decision: 'ask' }>): ApprovalPrompt | undefined {
  const shown = JSON.stringify(args, null, 2)
  if (shown.length > maxShownChars) return undefined
  const title = `Allow a call of ${tool}?`
  // Each line of JSON starts with white space, a bracket or a quote, so no argument can end the code block.
  const block = `\`\`\`json\n${shown}\n\`\`\``
  if (scopes.length === 1 && scopes[0] === 'once')
    return { component: 'confirm', props: { title, message: reason, details: block, confirmLabel: 'Allow', cancelLabel: 'Deny', variant: 'warning' } }
  const options = [...scopes.map((value) => ({ value, label: labels[value] })), { value: denied, label: 'Deny' }]
  return { component: 'select_option', props: { title, description: `${reason}\n\n${block}`, options } }
}

/** Returns the scope that an answer approves, or undefined if it does not approve. The answer must be the stored answer to this question. */
export function approvedScope(component: string, value: unknown): ApprovalScope | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (component === 'confirm') return Reflect.get(value, 'confirmed') === true ? 'once' : undefined
  const selected: unknown = Reflect.get(value, 'selected')
  if (component !== 'select_option' || !Array.isArray(selected) || selected.length !== 1) return undefined
  return approvalScopes.find((scope) => scope === selected[0])
}
