import { finishRules } from './prompt-finish.ts'

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

/** The rules of the two-field form, with one example for each kind of action. */
export function unifiedRules(teach: { plan: boolean; task: boolean }): string {
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
