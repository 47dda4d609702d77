import { finishRules } from './prompt-finish.ts'

const plan = [
  'Several tools at once: "plan" is a list of {"node", "args"}, "next_node" is null. "join" is optional: a tool that gets the results; set its "inject" to map its arguments to "$all" (the results of all steps that succeeded).',
  '{"thought": "Both are needed", "next_node": null, "args": null, "plan": [{"node": "stock", "args": {"sku": "K-1"}}, {"node": "price", "args": {"sku": "K-1"}}], "join": {"node": "compare", "args": {}, "inject": {"items": "$all"}}}',
]

/** The rules of the five-field form. */
export function legacyRules(teach: { plan: boolean }): string {
  const kinds = [
    'A tool:\n{"thought": "Look the order up", "next_node": "search_orders", "args": {"customer": "A-77"}, "plan": null, "join": null}',
    ...(teach.plan ? [plan.join('\n')] : []),
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
