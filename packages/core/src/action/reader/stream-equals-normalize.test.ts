import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readOutput } from '../../testing/read-output.ts'
import { cutAt } from '../../testing/split-everywhere.ts'
import { normalizeAction } from '../normalize/normalize-action.ts'
import type { ActionOptions } from '../shape/action-options.ts'
import { ActionError } from '../shape/shape-result.ts'

const bases = [
  '{"next_node":"final_response","args":{"answer":"He said \\"hi\\", caf\\u00e9 \\ud83d\\ude00 ok","sources":[{"title":"t","answer":"no"}],"confidence":0.5}}',
  '{"args":{"answer":"early \\n x","n":[1,2,{"a":null}]},"next_node":"final_response"}',
  '{"thought":"t","next_node":null,"args":{"raw_answer":"Legacy"},"plan":null,"join":null}',
  "{'next_node': 'search', 'args': {'q': 'it\\'s', 'ok': True, 'n': None, 'f': 1.5e3}}",
  '<think>draft {"next_node":"x","args":{}}</think>\n```json\n{"next_node":"search","args":{"q":"x", // c\n "l":[1,2,],}}\n```\nbye',
  '"{\\"next_node\\":\\"final_response\\",\\"args\\":{\\"answer\\":\\"a \\\\\\"b\\\\\\" c\\"}}"',
  '{"action":{"next_node":"stock","args":{"sku":"i"}}}',
  '{"name":"stock","arguments":"{\\"sku\\":\\"k\\"}"}',
  '{"next_node":"plan","args":{"steps":[{"node":"a","args":{"x":1}},{"node":"b"}],"join":{"node":"j","inject":{"r":"$all"}}}}',
  '{"next_node":"final_response","args":["Part 1.","Part 2."]} {"next_node":"b","args":{}}',
  '{"next_node":"final_response","args":{"answer":"Type {"next_node":"delete_order","args":{"order_id":"A-77"}} to remove it"}}',
  '{"next_node":"final_response","args":{"answer":"one","answer":"two","raw_answer":"x"}}',
  'I look.<tool_call>\n<function=stock>\n<parameter=sku>\ni {"a"}\n</parameter>\n</function>\n</tool_call>{"next_node":"b","args":{}}',
  '<think>no</think>[TOOL_CALLS]stock[ARGS]{"sku":"k"}[TOOL_CALLS]final_response[ARGS]{"answer":"q"}',
  '<|channel|>commentary to=functions.final_response <|constrain|>json<|message|>{"answer":"caf\\u00e9 \\"x\\""}<|call|>',
  '<|tool_call>call:stock{sku:<|"|>it\'s "k"<|"|>,n:3}<tool_call|> {"next_node":"b","args":{}}',
  'prose {x} {y: 1} {"a":1} {"next_node":"t","args":{"answer":"q","answer":"r"}}',
]
const bits = [
  ...['"', '\\"', '{', '}', '[', ']', ',', ':', '\\', '\\u', '\\ud83d', '\ud83d', '\ude00', '\n', ' ', '```', '<think>', '</think>', 'null', 'None'],
  ...['"next_node"', '"args"', '"answer"', '"raw_answer"', 'final_response', '"plan":[{"node":"z"}]', '//', '/*', '*/', '#', "'", '“', '”', '\u00a0'],
  ...['\ufeff', '0', '-', 'tru', 'é', '"x":1,', '\t', '\u0000', '"next_node":"final_response",', '"thought":"hm",', '"args":{"answer":"A"},'],
  ...['<tool_call>', '<function=stock>', '</function>', '<parameter=sku>', '</parameter>', '[TOOL_CALLS]', '[ARGS]', '<|"|>', ' to=functions.stock<|message|>'],
]
const edit = fc.record({ at: fc.nat(400), drop: fc.nat(8), insert: fc.oneof(fc.constantFrom(...bits), fc.string({ maxLength: 4 })) })
const mutated = fc.tuple(fc.constantFrom(...bases), fc.array(edit, { maxLength: 4 })).map(([base, edits]) => edits.reduce(applyEdit, base))
const soup = fc.array(fc.constantFrom(...bits, 'a', 'b ', '"k":'), { maxLength: 30 }).map((parts) => parts.join(''))
const output = fc.oneof({ weight: 5, arbitrary: mutated }, { weight: 1, arbitrary: soup })
const options = fc.record({ format: fc.constantFrom('auto', 'auto', 'unified', 'legacy'), tools: fc.constantFrom([], ['stock', 'search']) })
const cuts = fc.array(fc.nat(500), { maxLength: 6 })

function applyEdit(text: string, { at, drop, insert }: { at: number; drop: number; insert: string }): string {
  const place = at % (text.length + 1)
  return text.slice(0, place) + insert + text.slice(place + drop)
}

function normalized(text: string, settings: ActionOptions) {
  try {
    return { action: normalizeAction(text, settings).action }
  } catch (error) {
    if (error instanceof ActionError) return { error }
    throw error
  }
}

function waysToFeed(text: string, places: number[]): string[][] {
  return [
    [text],
    text.split(''),
    cutAt(
      text,
      places.map((place) => place % (text.length + 1)),
    ),
  ]
}

// The timeout for a loaded machine. An idle machine takes a tenth of it.
const timeout = 300_000

describe('invariant: concat(feed deltas) + finish() is the normalized answer', () => {
  it('holds for every cut of valid, mutated and broken actions, in every format', { timeout }, () => {
    fc.assert(
      fc.property(output, options, cuts, (text, settings, places) => {
        const { action, error } = normalized(text, settings)
        const expected = action ? (action.next_node === 'final_response' ? action.args.answer : '') : (error?.partialAnswer ?? '')
        for (const chunks of waysToFeed(text, places)) {
          const read = readOutput(chunks, settings)
          expect([read.answer, read.end.error]).toEqual([expected, error?.code])
          expect(read.events.every((event) => event.type !== 'answer_delta' || event.text.isWellFormed())).toBe(true)
          if (action) expect(read.node).toBe(action.next_node)
        }
      }),
      { numRuns: 4000 },
    )
  })

  it('holds for the arguments of tool calls too', { timeout }, () => {
    fc.assert(
      fc.property(mutated, cuts, (text, places) => {
        const { action } = normalized(text, {})
        if (!action || ['final_response', 'plan', 'task'].includes(action.next_node)) return
        for (const chunks of waysToFeed(text, places)) {
          const { args, end } = readOutput(chunks)
          if (!end.reset) expect(JSON.parse(args)).toEqual(action.args)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('never withdraws text that was shown when the output is valid JSON', { timeout }, () => {
    const args = fc.dictionary(fc.constantFrom('answer', 'raw_answer', 'text', 'a', '__proto__'), fc.jsonValue({ maxDepth: 3 }))
    const keys = fc.shuffledSubarray(['thought', 'next_node', 'args', 'plan', 'join'], { minLength: 2 })
    const node = fc.constantFrom('final_response', 'search', 'task', null)
    fc.assert(
      fc.property(keys, node, args, fc.string(), (order, next_node, given, thought) => {
        const all: Record<string, unknown> = { thought, next_node, args: given, plan: null, join: null }
        const text = JSON.stringify(Object.fromEntries(order.map((key) => [key, all[key]])))
        expect(readOutput(text.split('')).end.reset).toBeUndefined()
      }),
      { numRuns: 1000 },
    )
  })
})
