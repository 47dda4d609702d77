import type { ActionFormat } from '../../contracts/action.ts'
import type { JsonSchema } from '../../contracts/json.ts'
import { checkDepth } from '../../json/measure-json.ts'
import { isRecord } from '../../json/records.ts'

/** Returns the rules for the arguments of an answer, which both forms share. `key` is the name of the answer field in the taught form. */
function finishRules(key: 'answer' | 'raw_answer'): string {
  return [
    `"${key}" is required and goes to the user word for word: write the full answer there, not a summary of it and not a promise to answer.`,
    'Artifacts that tools return (charts, tables, files) are collected automatically and reach the user with your answer. Do not repeat them or their data.',
    'Optional beside it, each only when you have something to say:',
    '- "confidence": number from 0 to 1, how sure you are of the answer',
    '- "route": short category, for example "knowledge_base", "calculation", "clarification"',
    '- "requires_followup": true when the answer asks the user for something',
    '- "warnings": list of short strings, caveats and limits of the answer',
    '- "sources": list of {"title", "url"} you relied on',
    '- "suggested_actions": list of {"action_id", "label", "params"}',
    '- "language": two-letter code of the language of the answer',
  ].join('\n')
}

const legacyPlan = [
  'Several tools at once: "plan" is a list of {"node", "args"}, "next_node" is null. "join" is optional: a tool that gets the results; set its "inject" to map its arguments to "$all" (the results of all steps that succeeded).',
  '{"thought": "Both are needed", "next_node": null, "args": null, "plan": [{"node": "stock", "args": {"sku": "K-1"}}, {"node": "price", "args": {"sku": "K-1"}}], "join": {"node": "compare", "args": {}, "inject": {"items": "$all"}}}',
]

/** Returns the rules of the five-field form. `plan` adds the rules for parallel plans. */
function legacyRules(teach: { plan: boolean }): string {
  const kinds = [
    'A tool:\n{"thought": "Look the order up", "next_node": "search_orders", "args": {"customer": "A-77"}, "plan": null, "join": null}',
    ...(teach.plan ? [legacyPlan.join('\n')] : []),
    'The answer, only when you have everything it needs: "next_node" is null.\n{"thought": "Enough data", "next_node": null, "args": {"raw_answer": "Order A-77 arrives on Thursday."}, "plan": null, "join": null}',
  ]
  return [
    'Reply with exactly one JSON object and nothing else: no text before or after it, no code fence, one action a turn.',
    'Its fields, in this order: "thought" (short and factual), "next_node", "args", "plan", "join"; null where a field does not apply.',
    'Use only the tools listed below; never invent a tool name.',
    '',
    ...kinds.map((kind, index) => `${index + 1}. ${kind}\n`),
    `In the args of the answer:\n${finishRules('raw_answer')}`,
  ].join('\n')
}

const tool = ['A tool: "next_node" is its name, "args" its arguments.', '{"next_node": "search_orders", "args": {"customer": "A-77", "limit": 5}}']

const plan = [
  'Several tools at once: "next_node" is "plan". The steps run in parallel, so none may need the result of another.',
  '"join" is optional: a tool that gets the results; "inject" maps names of its arguments to "$all" (the results of all steps that succeeded). Without it the results come back to you.',
  '{"next_node": "plan", "args": {"steps": [{"node": "stock", "args": {"sku": "K-1"}}, {"node": "price", "args": {"sku": "K-1"}}], "join": {"node": "compare", "inject": {"items": "$all"}}}}',
]

const task = [
  'Work in the background: "next_node" is "task". For long work that the user need not wait for; one action starts one task.',
  '{"next_node": "task", "args": {"name": "Monthly report", "mode": "subagent", "query": "Write the sales report for May and list what stands out", "merge_strategy": "HUMAN_GATED"}}',
]

const finish = [
  'The answer: "next_node" is "final_response". Only when you have everything the answer needs; until then call tools.',
  '{"next_node": "final_response", "args": {"answer": "Order A-77 left the warehouse on Monday and arrives on Thursday."}}',
]

/** Returns the rules of the two-field form, with one example for each kind of action that `teach` includes. */
function unifiedRules(teach: { plan: boolean; task: boolean }): string {
  const kinds = [tool, ...(teach.plan ? [plan] : []), ...(teach.task ? [task] : []), finish]
  return [
    'Reply with exactly one JSON object and nothing else: no text before or after it, no code fence, one action a turn.',
    'It has two fields, in this order: "next_node" (a string) and "args" (an object). Escape quotes and line breaks inside strings.',
    'Use only the tools listed below; never invent a tool name.',
    '',
    ...kinds.map((kind, index) => `${index + 1}. ${kind.join('\n')}\n`),
    `In the args of final_response:\n${finishRules('answer')}`,
  ].join('\n')
}

/** The description of a tool in a prompt or schema. */
export interface PromptTool {
  name: string
  description: string
  input: JsonSchema
  /** Paths in the result that later calls can refer to, one per line. Listed only if plans use references. */
  outputs?: readonly string[]
}

export interface ActionPromptOptions {
  tools: readonly PromptTool[]
  /** `legacy` describes the five-field form, all other values the two-field form. Default `auto`. */
  format?: ActionFormat
  /** Describes parallel plans. Default true. */
  plan?: boolean
  /** Describes background tasks. Default true; set to false if none are configured. */
  task?: boolean
}

/**
 * Builds the part of a system prompt that explains the action format and lists the tools. The same options always give the same text, so
 * that providers can cache it. Each tool takes two lines, regardless of its name and description. Throws PfError `too_deep` if a schema
 * exceeds 1,000 levels.
 */
export function buildActionPrompt({ tools, format = 'auto', plan = true, task = true }: ActionPromptOptions): string {
  const rules = format === 'legacy' ? legacyRules({ plan }) : unifiedRules({ plan, task })
  return `${rules}\n\n${buildToolList(tools)}`
}

/**
 * Builds the part of a system prompt that lists the tools with their name, purpose and argument schema. The same tools always give the same
 * text. Throws PfError `too_deep` if a schema exceeds 1,000 levels.
 */
export function buildToolList(tools: readonly PromptTool[]): string {
  if (tools.length === 0) return 'Available tools: none.'
  return ['Available tools (name, purpose, JSON Schema of args):', ...tools.map(toolLine)].join('\n')
}

function toolLine({ name, description, input, outputs }: PromptTool): string {
  const gives = outputs ? `\n  output: ${outputs.map(oneLine).join(', ') || 'nothing that later calls can refer to'}` : ''
  return `- ${oneLine(name)}: ${oneLine(description ?? '')}\n  args: ${schemaText(input)}${gives}`
}

/**
 * Removes line breaks and bidirectional controls. Tools may come from third parties, and their text must not start lines or change the
 * direction of the rest.
 */
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
