import type { ActionFormat } from '../../contracts/action.ts'
import type { JsonSchema } from '../../contracts/json.ts'
import { checkDepth } from '../../json/check-depth.ts'
import { isRecord } from '../../json/is-record.ts'
import { legacyRules, unifiedRules } from './prompt-rules.ts'

/** What a prompt or schema needs to know of a tool. */
export interface PromptTool {
  name: string
  description: string
  input: JsonSchema
  /** What later calls can refer to, one path a line; told where a plan is made of references. */
  outputs?: readonly string[]
}

export interface ActionPromptOptions {
  tools: readonly PromptTool[]
  /** `legacy` teaches the five-field form, all others the two-field form. Default `auto`. */
  format?: ActionFormat
  /** Teach parallel plans. Default true. */
  plan?: boolean
  /** Teach background tasks. Default true; switch it off where none are configured. */
  task?: boolean
}

/**
 * The part of a system prompt that teaches the action format and lists the tools. The same options always give the same bytes,
 * so that providers can cache it. Each tool takes two lines, whatever its name and description hold. Throws PfError `too_deep` for a schema
 * beyond 1,000 levels. Specs 000 §4 and 004.
 */
export function buildActionPrompt({ tools, format = 'auto', plan = true, task = true }: ActionPromptOptions): string {
  const rules = format === 'legacy' ? legacyRules({ plan }) : unifiedRules({ plan, task })
  return `${rules}\n\n${buildToolList(tools)}`
}

/**
 * The part of a system prompt that lists the tools: name, purpose, schema of the arguments. The same tools always give the same bytes. Throws
 * PfError `too_deep` for a schema beyond 1,000 levels.
 */
export function buildToolList(tools: readonly PromptTool[]): string {
  if (tools.length === 0) return 'Available tools: none.'
  return ['Available tools (name, purpose, JSON Schema of args):', ...tools.map(toolLine)].join('\n')
}

function toolLine({ name, description, input, outputs }: PromptTool): string {
  const gives = outputs ? `\n  output: ${outputs.map(oneLine).join(', ') || 'nothing that later calls can refer to'}` : ''
  return `- ${oneLine(name)}: ${oneLine(description ?? '')}\n  args: ${schemaText(input)}${gives}`
}

/** Neither a name nor a description can begin a line of its own or turn the direction of what follows: tools may come from elsewhere. */
const oneLine = (text: string) =>
  text
    .replace(/\p{Bidi_Control}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

function schemaText(input: unknown): string {
  checkDepth(input)
  const text = JSON.stringify(isRecord(input) ? input : {})
  return text.replace(/[\u007f-\u009f\u2028\u2029\p{Bidi_Control}]/gu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
