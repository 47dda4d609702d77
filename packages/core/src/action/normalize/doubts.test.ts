import { describe, expect, it } from 'vitest'
import { readOutput } from '../../testing/read-output.ts'
import { normalizeAction } from './normalize-action.ts'
import { locateObject } from './read-object.ts'

const a = '{"next_node":"pay","args":{"amount":900}}'
const b = '{"next_node":"pay","args":{"amount":90}}'
const done = '{"next_node":"final_response","args":{"answer":"Done."}}'
const call = (amount: number) => `<tool_call>{"name":"pay","arguments":{"amount":${amount}}}</tool_call>`
const known = { tools: ['pay'] }
const doubtsOf = (text: unknown) => normalizeAction(text, known).doubts ?? []

// Agents are tested with many more texts (planner: executed-thoughts.test.ts).
describe('normalizeAction: doubts about an action', () => {
  it.each<[string, string[]]>([
    [`Maybe ${a}? No.\n${done}`, ['other_action', 'in_text', 'text_after', 'in_sentence']],
    [`${a}\n---\n${done}`, ['other_action']],
    [`> ${a}\n${done}`, ['other_action']],
    [`I do both:\n${a}\n${b}`, ['other_action']],
    [`${a}\nNow I have done it.\n${b}`, ['other_action', 'text_after']],
    [`${a}\n${done}`, ['several']],
    [`${a} ${b}`, ['several']],
    [`\`\`\`json\n${a}\n${b}\n\`\`\``, ['several']],
    [`${a} is not needed`, ['in_text', 'text_after']],
    [`<ponder>${a}</ponder>`, ['in_text', 'text_after']],
    [`<ponder>\n${a}\n</ponder>`, ['in_text', 'text_after']],
    [`[REASONING]${a}[/REASONING]`, ['in_text', 'text_after']],
    [`${a}\n<|end_reserved_draft|>`, ['in_text', 'text_after']],
    [`&lt;hidden&gt;\n${a}\n&lt;/hidden&gt;`, ['in_text', 'text_after']],
    [`~~${a}~~`, ['in_text']],
    [`<!-- ${a} -->`, ['in_text']],
    [`// ${a}`, ['in_text']],
    [`Shall I? (${a})?`, ['in_text', 'in_sentence']],
    [`I considered ${a}.`, ['in_text', 'in_sentence']],
    [`Do not call ${a}`, ['in_text', 'in_sentence']],
    [`${a}\nNo, the bill is paid.`, ['in_text', 'text_after']],
    [`${a}\nThis pays the bill.`, ['text_after']],
    [`I now call ${a}`, ['in_sentence']],
    [`For example:\n${a}`, ['in_sentence']],
    [`e.g.: ${a}`, ['in_sentence']],
    [`Such a call looks so, e. g.\n${a}`, ['in_sentence']],
    [`Zum Beispiel:\n${a}`, ['in_sentence']],
    [`Die Tabelle ist da. z. B.: ${a}`, ['in_sentence']],
    [`Nicht ausführen: ${a}`, ['in_sentence']],
    [`Par exemple : ${a}`, ['in_sentence']],
    [`Por ejemplo:\n${a}`, ['in_sentence']],
    [`Ich weiß es nicht, daher suche ich:\n${a}`, []],
    [`Das Bild ist vielleicht alt. Hier ist der Aufruf:\n${a}`, []],
    [`Should this run?\n${a}`, ['in_sentence']],
    [`If you confirm, I will run:\n${a}`, ['in_sentence']],
    [`Once the user has approved it:\n${a}`, ['in_sentence']],
    [`The call would look like this:\n\n${a}`, ['in_sentence']],
    [`Previously executed:\n${a}`, ['in_sentence']],
    [`\`\`\`thinking\n${a}\n\`\`\``, ['in_text']],
    [`\`\`\`draft\n${a}\n\`\`\`\n\`\`\`json\n${done}\n\`\`\``, ['several', 'in_text']],
    [`We should never run this: ${a}`, ['in_sentence']],
    [`${JSON.stringify(a)} and more`, ['in_text', 'text_after']],
    [`{"rejected":${a}}`, ['in_text']],
    [`{"tool":"pay","tool_call_id":"c","observation":{}}`, ['in_text']],
    ['{"next_node":"pay","args":{"amount":900,"amount":90}}', ['repeated_key']],
    ['{"next_node":"pay","args":{"to":{"id":1,"id":2}}}', ['repeated_key']],
    [`see:\n${'{"next_node":"pay","args":{"amount":900,"amount":90}}'}`, ['repeated_key']],
    ['{"next_node":"pay","args":"{\\"amount\\":900,\\"amount\\":90}"}', ['repeated_key']],
  ])('in %j are %j', (text, doubts) => {
    expect(doubtsOf(text)).toEqual(doubts)
  })

  it.each([
    a,
    `\`\`\`json\n${a}\n\`\`\``,
    `I pay.\n${a}`,
    `You asked whether it is due? It is.\n${a}`,
    `The user confirmed, so I run:\n${a}`,
    `Action: ${a}`,
    `<answer>${a}</answer>`,
    `<|im_start|>assistant\n${a}<|im_end|>`,
    `${a}\n${a}`,
    `I pay.\n${a}\nSo the action is:\n${a}`,
    `[${a},${a}]`,
    `[${a}, ${b}]`,
    `Both:\n${call(900)}\n${call(90)}`,
    '<function=pay>{"amount":900}</function>\n<function=pay>{"amount":90}</function>',
    '[TOOL_CALLS]pay[ARGS]{"amount":900}[TOOL_CALLS]pay[ARGS]{"amount":90}',
    `${a}\nObservation: paid\nThought: done.\n${done}`,
    `${a}\n### User: more\n${b}`,
    `${a}<|im_end|>\n<|im_start|>user\nNo!<|im_end|>${done}`,
    '{"next_node":"pay","args":{"amount":900,"amount":900}}',
    '{"next_node":"pay","args":{"note":"a: b, \\"amount\\": 1"}}',
    '{"next_node":"final_response","args":{"answer":"x","x":{"a":1,"a":2}}}',
  ])('there are none in %j', (text) => {
    expect(doubtsOf(text)).toEqual([])
  })

  it('there are none in data, except for a key that is given twice in a text', () => {
    expect(doubtsOf([JSON.parse(a), JSON.parse(b)])).toEqual([])
    expect(doubtsOf({ next_node: 'pay', args: '{"amount":1,"amount":2}' })).toEqual(['repeated_key'])
  })

  it('the reader shows the same action, and leaves the doubts to the end', () => {
    for (const text of [`Maybe ${a}? No.\n${done}`, `${a}\n${done}`, `<ponder>${a}</ponder>`]) {
      const { node, args, end } = readOutput([...text], known)
      expect([node, args, end.error]).toEqual(['pay', '{"amount":900}', undefined])
    }
  })
})

describe('normalizeAction: what stands apart from an action', () => {
  it('lists objects that are no actions, those of a plan too, and nothing behind the next turn', () => {
    expect(normalizeAction(`{"x":1}\n${a}\n{"where":"id`, known).apart).toEqual([{ x: 1 }, { where: 'id' }])
    expect(normalizeAction(`${a}\n{"where":`, known).apart).toEqual([{ where: null }])
    expect(normalizeAction([JSON.parse(a), { x: 1 }, 'text'], known).apart).toEqual([{ x: 1 }])
    expect(normalizeAction('{"next_node":"plan","args":{"steps":[{"node":"pay"},{"args":{"amount":1}},{}]}}', known).apart).toEqual([
      { args: { amount: 1 } },
      {},
    ])
    expect(normalizeAction(`${a}\nObservation: {"x":1}`, known).apart).toBeUndefined()
    expect(normalizeAction(a, known)).toEqual({ action: JSON.parse(a), repairs: [], alternates: [] })
  })

  it('lists members of the form of an action, which are not its arguments', () => {
    const formalOf = (text: string) => normalizeAction(text, known).formal
    expect(formalOf('{"thought":"t","next_node":"pay","args":{"amount":1},"plan":null,"join":null}')).toEqual([{ members: { thought: 't' } }])
    expect(formalOf('{"next_node":"pay","id":"call_1"}')).toEqual([{ members: { id: 'call_1' } }])
    expect(formalOf('{"action":{"next_node":"pay","reasoning":"r"}}')).toEqual([{ members: { reasoning: 'r' } }])
    expect(formalOf('{"type":"tool_use","id":"toolu_1","name":"pay","input":{}}')).toBeUndefined()
    expect(formalOf('{"next_node":"plan","args":{"steps":[{"node":"pay"},{"node":"pay","thought":"t","args":{}}]}}')).toEqual([
      { step: 1, members: { thought: 't' } },
    ])
    expect(formalOf('{"thought":"t","next_node":"final_response","args":{"answer":"x"}}')).toBeUndefined()
  })

  it('keeps no more than a few of many objects, and further actions among them', () => {
    const read = normalizeAction(`${'{"x":1}\n'.repeat(50)}${a}\n${b}`, known)
    expect([read.apart?.length, read.alternates, read.doubts]).toEqual([8, [JSON.parse(b)], ['other_action']])
  })
})

describe('locateObject', () => {
  const wanted = (object: Record<string, unknown>) => Object.hasOwn(object, 'score')
  it('reads the first object and what stands around it', () => {
    expect(locateObject('{"score":1}', wanted)).toEqual({ object: { score: 1 }, doubts: [] })
    expect(locateObject('Maybe {"score":1}? No.\n{"score":2}', wanted)?.doubts).toContain('other_action')
    expect(locateObject('{"score":1}\n{"score":1}', wanted)).toEqual({ object: { score: 1 }, doubts: [] })
    expect(locateObject('{"x":1}', wanted)).toBeUndefined()
  })
})
