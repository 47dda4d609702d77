import type { ActionFormat } from '../../contracts/action.ts'
import type { JsonSchema } from '../../contracts/json.ts'
import { checkDepth } from '../../json/check-depth.ts'
import { isRecord } from '../../json/is-record.ts'
import { legacyRules, unifiedRules } from './prompt-rules.ts'

/** The description of a tool in a prompt or schema. */
export interface PromptTool {
  name: string
  description: string
  input: JsonSchema
  /** The paths in the result that later calls can refer to, one for each line; listed only for plans with references. */
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
 * Builds the part of a system prompt that teaches the action format and lists the tools. The same options always give the same text, so
 * that providers can cache it. Each tool takes two lines, whatever its name and description contain. Throws PfError `too_deep` for a
 * schema beyond 1,000 levels. Specs 000 §4 and 004.
 */
export function buildActionPrompt({ tools, format = 'auto', plan = true, task = true }: ActionPromptOptions): string {
  const rules = format === 'legacy' ? legacyRules({ plan }) : unifiedRules({ plan, task })
  return `${rules}\n\n${buildToolList(tools)}`
}

/**
 * Builds the part of a system prompt that lists the tools with their name, purpose and schema of the arguments. The same tools always
 * give the same text. Throws PfError `too_deep` for a schema beyond 1,000 levels.
 */
export function buildToolList(tools: readonly PromptTool[]): string {
  if (tools.length === 0) return 'Available tools: none.'
  return ['Available tools (name, purpose, JSON Schema of args):', ...tools.map(toolLine)].join('\n')
}

function toolLine({ name, description, input, outputs }: PromptTool): string {
  const gives = outputs ? `\n  output: ${outputs.map(oneLine).join(', ') || 'nothing that later calls can refer to'}` : ''
  return `- ${oneLine(name)}: ${oneLine(description ?? '')}\n  args: ${schemaText(input)}${gives}`
}

/** Removes line breaks and bidirectional controls: tools may come from third parties, whose text must not start lines or change the direction of the rest. */
const oneLine = (text: string) =>
  text
    .replace(/\p{Bidi_Control}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()

function schemaText(input: unknown): string {
  checkDepth(input)
  const text = JSON.stringify(isRecord(input) ? input : {})
  return text.replace(/[\u007f-\u009f\u2028\u2029\p{Bidi_Control}]/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
