import { describe, expect, it } from 'vitest'
import { readOutput } from '../../testing/read-output.ts'
import { splitEverywhere } from '../../testing/split-everywhere.ts'
import type { ActionOptions } from '../shape/action-options.ts'
import type { ActionErrorCode } from '../shape/shape-result.ts'
import { createActionReader } from './action-reader.ts'
import type { ActionReaderEvent, EndEvent } from './reader-events.ts'

/** A title, the output of a model, and all events of its reader. */
type Case = [title: string, output: string, events: ActionReaderEvent[], options?: ActionOptions]

const node = (name: string): ActionReaderEvent => ({ type: 'node', node: name })
const answer = (text: string): ActionReaderEvent => ({ type: 'answer_delta', text })
const args = (text: string): ActionReaderEvent => ({ type: 'args_delta', text })
const reasoning = (text: string): ActionReaderEvent => ({ type: 'reasoning_delta', text })
const end = (text = ''): EndEvent => ({ type: 'end', complete: true, text })
const reset: EndEvent = { type: 'end', complete: true, text: '', reset: true }
const refused = (error: ActionErrorCode): EndEvent => ({ type: 'end', complete: true, text: '', error })
const broken = (error: ActionErrorCode): EndEvent => ({ type: 'end', complete: false, text: '', error })

const cutAt = (text: string): EndEvent => ({ type: 'end', complete: false, text, error: 'incomplete' })

const hello = '{"next_node":"final_response","args":{"answer":"Hi"}}'
const helloEvents = [node('final_response'), answer('Hi'), end()]
const call = '{"next_node":"stock","args":{"sku":"k"}}'
const callEvents = [node('stock'), args('{"sku":"k"}'), end()]
const final = (given: string) => `{"next_node":"final_response","args":${given}}`
const stock = (given: string) => `{"next_node":"stock","args":${given}}`
/** The beginning of an answer, and of a call after a thought. */
const open = '{"next_node":"final_response","args":{"answer":"'
const spoken = '{"thought":"T","next_node":"stock","args":'
const cutArgs = '{"sku":["k",'
const cutEvents = [node('stock'), args('{"sku":["k"'), broken('incomplete')]
const fenced = (action: string) => `\`\`\`json\n${action}\n\`\`\``

const answers: Case[] = [
  ['the answer of a plain action', hello, helloEvents],
  ['an answer before the name of its node', '{"args":{"answer":"Hi","sources":[1]},"next_node":"final_response"}', helloEvents],
  [
    'escapes as the characters they stand for',
    final('{"answer":"a \\"b\\" \\\\ \\n \\u00e9 \\ud83d\\ude00"}'),
    [node('final_response'), answer('a "b" \\ \n é 😀'), end()],
  ],
  ['escapes that JSON does not have as they are written', final('{"answer":"a\\u12zb\\qc"}'), [node('final_response'), answer('a\\u12zb\\qc'), end()]],
  [
    'a surrogate pair as one character and half a pair as U+FFFD',
    final('{"answer":"😀 \ud83d x \\ude00"}'),
    [node('final_response'), answer('😀 \ufffd x \ufffd'), end()],
  ],
  ['quotes inside the answer that are not escaped', final('{"answer":"He said "yes" to it"}'), [node('final_response'), answer('He said "yes" to it'), end()]],
  ['the first of two answer keys', final('{"raw_answer":"Hi","answer":"no","confidence":0.5}'), helloEvents],
  ['the second answer key if the first one holds no string', final('{"answer":{"text":"no"},"raw_answer":"Hi"}'), helloEvents],
  ['the first of two answers with the same key', final('{"answer":"Hi","answer":"no"}'), helloEvents],
  ['no answer inside other members', final('{"nested":{"answer":"no"},"answer":"Hi","list":["answer",{"answer":"no"}]}'), helloEvents],
  ['an answer under another key at the end', final('{"text":"Hi"}'), [node('final_response'), end('Hi')]],
  ['a list of paragraphs at the end', final('["Hi","you"]'), [node('final_response'), end('Hi\nyou')]],
  ['an answer beside null as the node', '{"next_node":null,"args":{"raw_answer":"Hi"}}', helloEvents],
  ['an answer before null as the node', '{"args":{"answer":"Hi \\ud83d"},"next_node":null}', [node('final_response'), answer('Hi \ufffd'), end()]],
  ['the node only, if the answer is empty', final('{"answer":""}'), [node('final_response'), refused('missing_answer')]],
  ['the node only, if the answer is a number', final('{"answer":5}'), [node('final_response'), refused('answer_not_string')]],
  ['nothing of null as the node without an answer', '{"next_node":null,"args":{}}', [refused('missing_answer')]],
  ['nothing of null as the node after an empty answer', '{"args":{"answer":""},"next_node":null}', [refused('missing_answer')]],
  ['an answer under another key before the node at the end', '{"args":{"text":"Hi"},"next_node":"final_response"}', [node('final_response'), end('Hi')]],
]

const calls: Case[] = [
  ['the arguments of a plain action', call, callEvents],
  ['arguments before the name of their node', '{"args":{"sku":"k"},"next_node":"stock"}', callEvents],
  [
    'nested objects and lists',
    stock('{"a":{"b":{"c":[1,[2,{"d":null}]]}},"e":[]}'),
    [node('stock'), args('{"a":{"b":{"c":[1,[2,{"d":null}]]}},"e":[]}'), end()],
  ],
  ['escapes and surrogate pairs as they are written', stock('{"s":"\\ud83d\\ude00 😀"}'), [node('stock'), args('{"s":"\\ud83d\\ude00 😀"}'), end()]],
  ['JSON for single quotes', "{'next_node': 'stock', 'args': {'sku': 'it\\'s'}}", [node('stock'), args('{"sku": "it\'s"}'), end()]],
  [
    'JSON for words without quotes',
    '{next_node: stock, args: {tags: [red, True, .5], n: None}}',
    [node('stock'), args('{"tags": ["red", true, 0.5], "n": null}'), end()],
  ],
  ['JSON for line ends inside a string', stock('{"s":"a\nb\tc"}'), [node('stock'), args('{"s":"a\\nb\\tc"}'), end()]],
  ['arguments without their comments and trailing commas', '{"next_node":"stock","args":{"sku":"k",}, // note\n}', callEvents],
  ['the first value of a repeated answer', stock('{"answer":"a","answer":{"b":[1]},"c":1}'), [node('stock'), args('{"answer":"a","c":1}'), end()]],
  [
    'both values of another repeated key, of which JSON takes the last',
    stock('{"q":"a","q":"b","n":{"answer":"x","answer":"y"}}'),
    [node('stock'), args('{"q":"a","q":"b","n":{"answer":"x","answer":"y"}}'), end()],
  ],
  ['the first node and the first arguments', '{"next_node":"stock","args":{"sku":"k"},"args":{"sku":"l"},"next_node":"other"}', callEvents],
  ['empty arguments', stock('{}'), [node('stock'), args('{}'), end()]],
  ['empty arguments for those that are missing', '{"next_node":"stock"}', [node('stock'), args('{}'), end()]],
  ['empty arguments for null', stock('null'), [node('stock'), args('{}'), end()]],
  ['members beside the node as arguments', '{"next_node":"stock","sku":"k"}', callEvents],
  ['a reset if such members follow empty arguments', '{"next_node":"stock","args":{},"sku":"k"}', [node('stock'), args('{}'), reset]],
  ['the node only, if the arguments are a list', stock('[1,2]'), [node('stock'), refused('no_action')]],
  ['arguments that are a string', stock('"{\\"sku\\":\\"k\\"}"'), callEvents],
  ['a call of the form of another framework', '{"name":"stock","arguments":{"sku":"k"}}', callEvents],
  ['an action in a wrapper', `{"action":${call}}`, callEvents],
  ['the first action of a list', `[${call},${hello}]`, callEvents],
]

const names: Case[] = [
  ['a node that is not a tool', call.replace('stock', 'warehouse'), [node('warehouse'), args('{"sku":"k"}'), end()], { tools: ['stock'] }],
  ['a tool for its name with a namespace', call.replace('stock', 'functions.Stock'), callEvents, { tools: ['stock'] }],
  ['final_response for another spelling', hello.replace('final_response', 'Final Answer'), helloEvents],
  ['no node for an empty name', call.replace('stock', ''), [refused('bad_next_node')]],
  ['no node for a name with braces', call.replace('stock', 'a{b'), [refused('bad_next_node')]],
  ['no node for a number', '{"next_node":7,"args":{"q":1}}', [refused('bad_next_node')]],
  ['no node for null in the two-field form', '{"next_node":null,"args":{"raw_answer":"Hi"}}', [refused('bad_next_node')], { format: 'unified' }],
  ['no answer of the two-field form where the five-field form is asked for', hello, [refused('no_action')], { format: 'legacy' }],
]

const step = '{"steps":[{"node":"a","args":{"x":1}}]}'
const plan = '[{"node":"a","args":{"x":1}}]'
const planEvents = [node('plan'), args(step), end()]
const thought = reasoning('T')

const plans: Case[] = [
  ['the steps of a plan', `{"next_node":"plan","args":${step}}`, planEvents],
  ['a plan for parallel steps', `{"next_node":"parallel","args":${step}}`, planEvents],
  ['a plan whose arguments are a list', `{"next_node":"plan","args":${plan}}`, planEvents],
  ['a plan without steps', '{"next_node":"plan","args":{"steps":[]}}', [node('plan'), args('{"steps":[]}'), refused('no_action')]],
  ['a task', '{"next_node":"task.subagent","args":{"goal":"g"}}', [node('task'), args('{"goal":"g"}'), end()]],
  [
    'the plan of the five-field form',
    `{"thought":"T","next_node":null,"args":{},"plan":${plan},"join":{"node":"j"}}`,
    [thought, node('plan'), args(`${step.slice(0, -1)},"join":{"node":"j"}}`), end()],
  ],
  ['a plan in place of the tool before it', `${spoken}{"q":1},"plan":${plan}}`, [thought, ...planEvents]],
  ['a plan in place of the tool after it', `{"plan":${plan},"next_node":"stock","args":{"q":1}}`, planEvents],
  ['a plan in place of the answer after it', `{"plan":${plan},"next_node":null,"args":{"raw_answer":"Hi"}}`, planEvents],
  [
    'a reset if a plan follows an answer that was shown',
    `{"next_node":null,"args":{"raw_answer":"Hi"},"plan":${plan}}`,
    [node('final_response'), answer('Hi'), node('plan'), args(step), reset],
  ],
  [
    'a reset if a plan follows arguments that were shown',
    `{"next_node":"stock","args":{"sku":"k"},"plan":${plan}}`,
    [node('stock'), args('{"sku":"k"}'), node('plan'), reset],
  ],
  ['a plan in place of a tool with numbers in its arguments', `${spoken}{"n":1,"l":[{"n":2}]},"plan":${plan}}`, [thought, ...planEvents]],
  ['a tool before a plan that is null', `${spoken}{"sku":"k"},"plan":null,"join":null}`, [thought, ...callEvents]],
  ['a tool before a plan that is empty', `${spoken}{"sku":"k"},"plan":[]}`, [thought, ...callEvents]],
  ['a tool after a plan that is null', '{"thought":"T","plan":null,"next_node":"stock","args":{"sku":"k"}}', [thought, ...callEvents]],
  ['an answer before a plan that is null', '{"thought":"T","next_node":null,"args":{"raw_answer":"Hi"},"plan":null}', [thought, ...helloEvents]],
]

const surroundings: Case[] = [
  ['nothing of a fence', fenced(call), callEvents],
  ['prose before a fence as reasoning, and nothing after it', `I look it up.\n${fenced(call)}\nDone.`, [reasoning('I look it up.'), ...callEvents]],
  ['nothing of prose around an action', `Sure: ${call} done`, callEvents],
  ['the first of two actions', `${call}\n${hello}`, callEvents],
  ['an action that was only considered in reasoning', `<think>maybe ${call}</think>${hello}`, [reasoning(`maybe ${call}`), ...helloEvents]],
  ['an action after an object that is none', `{"x":1}\n${hello}`, helloEvents],
  ['two blocks of reasoning', `<think>A</think>\n<think>B</think>${hello}`, [reasoning('A\nB'), ...helloEvents]],
  ['reasoning instead of the thought in the action', '<think>R</think>{"thought":"T","next_node":"stock","args":{"sku":"k"}}', [reasoning('R'), ...callEvents]],
  ['the first of two thoughts', '{"thought":"T","reasoning":"R","next_node":"stock","args":{"sku":"k"}}', [thought, ...callEvents]],
  ['the second of two thoughts, if the first is empty', '{"thought":"","reasoning":"T","next_node":"stock","args":{"sku":"k"}}', [thought, ...callEvents]],
  ['a thought after the arguments', '{"next_node":"stock","args":{"sku":"k"},"thought":"T"}', [node('stock'), args('{"sku":"k"}'), thought, end()]],
  [
    'no thought inside the arguments or in a list',
    '{"thought":["T"],"next_node":"stock","args":{"thought":"T"}}',
    [node('stock'), args('{"thought":"T"}'), end()],
  ],
  ['an action that is one JSON string', JSON.stringify(hello), helloEvents],
  ['a native call in tags', '<tool_call>{"name":"stock","arguments":{"sku":"k"}}</tool_call>', callEvents],
  ['a native call with its parameters in tags', '<tool_call>\n<function=stock>\n<parameter=sku>\nk\n</parameter>\n</function>\n</tool_call>', callEvents],
  ['a native call in brackets', '[TOOL_CALLS]stock[ARGS]{"sku":"k"}', callEvents],
  [
    'a native call in a channel',
    '<|channel|>analysis<|message|>Look.<|end|><|channel|>commentary to=functions.stock <|constrain|>json<|message|>{"sku":"k"}<|call|>',
    [reasoning('Look.'), ...callEvents],
    { tools: ['stock'] },
  ],
]

const faults: Case[] = [
  ['nothing of an empty output', '', [broken('missing_next_node')]],
  ['nothing of prose alone', 'Hello, how can I help?', [broken('missing_next_node')]],
  ['reasoning alone', '<think>only', [reasoning('only'), broken('missing_next_node')]],
  ['nothing of a node that was cut', '{"next_node":"final_resp', [broken('incomplete')]],
  ['the beginning of an answer that was cut', `${open}Half an ans`, [node('final_response'), answer('Half an ans'), broken('incomplete')]],
  ['the node only, if the answer was cut before its text', open, [node('final_response'), broken('incomplete')]],
  ['the answer before half an escape', `${open}a\\u00`, [node('final_response'), answer('a'), broken('incomplete')]],
  ['an answer whose brackets are missing', `${open}Hi"`, helloEvents],
  ['arguments whose last bracket is missing', call.slice(0, -1), callEvents],
  ['superfluous brackets', `${call}}}`, callEvents],
  ['the part that was read of an answer in another place', '{"next_node":"final_response","answer":"Hi th', [node('final_response'), cutAt('Hi th')]],
  ['the part that was read of an answer instead of arguments', '{"next_node":"final_response","args":"Hi th', [node('final_response'), cutAt('Hi th')]],
  ['an answer that was cut after a thought', `{"thought":"T",${open.slice(1)}Hi`, [thought, node('final_response'), answer('Hi'), broken('incomplete')]],
  ['arguments that were cut after a plan that is null', `{"plan":null,${spoken.slice(1)}${cutArgs}`, [thought, ...cutEvents]],
  ['nothing of a tool that was cut before it is clear whether a plan follows', `${spoken}${cutArgs}`, [thought, broken('incomplete')]],
  ['a tool that was cut after a thought in the two-field form', `${spoken}${cutArgs}`, [thought, ...cutEvents], { format: 'unified' }],
  ['nothing of an object that is no action', '{"x":1}', [refused('no_action')]],
  ['nothing of an opening brace', 'Now {', [broken('incomplete')]],
  ['arguments up to the limit of the depth', stock('{"a":[[[1]]]}'), [node('stock'), args('{"a":['), broken('too_deep')], { maxDepth: 3 }],
  ['the beginning of arguments that were cut', `{"next_node":"stock","args":${cutArgs}`, [...cutEvents]],
  ['arguments up to a fault', stock('{"a":"x","b":[1 2]}'), [node('stock'), args('{"a":"x","b":[1 '), broken('unparseable')]],
  [
    'a reset if the text after the answer is broken',
    `${hello.slice(0, -1)}\n${call}`,
    [node('final_response'), answer('Hi'), { ...broken('unparseable'), reset: true }],
  ],
]

const groups = Object.entries({ answers, calls, names, plans, surroundings, faults })

describe.each(groups)('all events of an action reader: %s', (_group, cases) => {
  it.each(cases)('emits %s', (_title, output, events, options) => {
    const reader = createActionReader(options)
    const calls = [reader.feed(output), reader.finish()]
    expect(merged(calls.flat())).toEqual(events)
    for (const list of calls) expect(merged(list)).toEqual(list)
    for (const chunks of splitEverywhere(output)) {
      const read = readOutput(chunks, options).events
      expect(merged(read)).toEqual(events)
      expect(read.filter((event) => event.type !== 'end' && 'text' in event && event.text === '')).toEqual([])
    }
  })
})

/** Joins adjacent deltas of the same type, which depend on the pieces of the input. */
function merged(events: readonly ActionReaderEvent[]): ActionReaderEvent[] {
  const list: ActionReaderEvent[] = []
  for (const event of events) {
    const last = list.at(-1)
    if (last && 'text' in last && 'text' in event && last.type === event.type) list[list.length - 1] = { ...last, text: last.text + event.text }
    else list.push(event)
  }
  return list
}
