const search = { next_node: 'search_orders', args: { customer: 'A-77', limit: 5 } }
const answer = (text) => ({ next_node: 'final_response', args: { answer: text } })
const ships = answer('It ships on Monday, 09:00.')
const text = JSON.stringify

/** What models write instead of one clean action, and the action it has to become; `wanted: undefined` must be refused. */
export const mixedOutputs = [
  { name: 'a clean tool call', input: text(search), wanted: search },
  { name: 'a clean answer', input: text(ships), wanted: ships },
  {
    name: 'five fields, an answer',
    input: text({ thought: 'done', next_node: null, args: { raw_answer: 'Yes.' }, plan: null, join: null }),
    wanted: answer('Yes.'),
  },
  {
    name: 'five fields, a plan',
    input: text({ thought: 'both', next_node: null, args: null, plan: [{ node: 'stock', args: { sku: 'K-1' } }], join: null }),
    wanted: { next_node: 'plan', args: { steps: [{ node: 'stock', args: { sku: 'K-1' } }] } },
  },
  { name: 'a fence', input: `\`\`\`json\n${text(ships)}\n\`\`\``, wanted: ships },
  { name: 'a fence without a language, prose after it', input: `\`\`\`\n${text(search)}\n\`\`\`\nLet me know.`, wanted: search },
  { name: 'prose before', input: `I will look that up.\n\n${text(search)}`, wanted: search },
  { name: 'prose after', input: `${text(ships)}\n\nAnything else?`, wanted: ships },
  { name: 'braces in the prose before', input: `Use {placeholders} as in f(x) = {x}: ${text(search)}`, wanted: search },
  { name: 'a thought before', input: `<think>{"next_node": "delete_all"} would be wrong</think>\n${text(search)}`, wanted: search },
  { name: 'trailing commas', input: '{"next_node": "search_orders", "args": {"customer": "A-77", "limit": 5,},}', wanted: search },
  { name: 'single quotes', input: "{'next_node': 'search_orders', 'args': {'customer': 'A-77', 'limit': 5}}", wanted: search },
  {
    name: 'literals of Python',
    input: '{"next_node": "set_flag", "args": {"on": True, "off": False, "note": None}}',
    wanted: { next_node: 'set_flag', args: { on: true, off: false, note: null } },
  },
  { name: 'raw line breaks in the answer', input: '{"next_node": "final_response", "args": {"answer": "One.\n\nTwo."}}', wanted: answer('One.\n\nTwo.') },
  { name: 'comments', input: '{\n  // look first\n  "next_node": "search_orders", /* all */ "args": {"customer": "A-77", "limit": 5}\n}', wanted: search },
  { name: 'keys without quotes', input: '{next_node: "search_orders", args: {customer: "A-77", limit: 5}}', wanted: search },
  {
    name: 'quotes in the answer without backslash',
    input: '{"next_node": "final_response", "args": {"answer": "It ships "Monday", 09:00."}}',
    wanted: answer('It ships "Monday", 09:00.'),
  },
  { name: 'arguments as a JSON string', input: text({ ...search, args: text(search.args) }), wanted: search },
  { name: 'the action as a JSON string', input: text(text(ships)), wanted: ships },
  { name: 'name and arguments', input: text({ name: search.next_node, arguments: search.args }), wanted: search },
  { name: 'a wrapper around the action', input: text({ action: search }), wanted: search },
  { name: 'two actions', input: `${text(search)}\n${text(ships)}`, wanted: search },
  { name: 'a tool call that is cut off', input: '{"next_node": "delete_orders", "args": {"customer": "A-77", "before": "2024-', wanted: undefined },
  { name: 'the last brace is missing', input: '{"next_node": "search_orders", "args": {"customer": "A-77", "limit": 5}', wanted: search },
]
