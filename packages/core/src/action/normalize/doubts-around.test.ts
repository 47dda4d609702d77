import { describe, expect, it } from 'vitest'
import { normalizeAction } from './normalize-action.ts'

const a = '{"next_node":"pay","args":{"amount":900}}'
const b = '{"next_node":"pay","args":{"amount":90}}'
const call = (amount: number) => `<tool_call>{"name":"pay","arguments":{"amount":${amount}}}</tool_call>`
const known = { tools: ['pay'] }
const fenced = (name: string) => `\`\`\`${name}\n${a}\n\`\`\``
const none: string[] = []
const inText = ['in_text']
const retracted = ['in_text', 'text_after']
const after = ['text_after']
const inSentence = ['in_sentence']
const inBoth = ['in_text', 'in_sentence']

const marks: [string, string[]][] = [
  [`${a} ~~`, inText],
  [`${a}\n~~~`, none],
  [`~~~json\n${a}\n~~~`, none],
  [`/* ${a} */`, inText],
  [`   # ${a}`, inText],
  [`-- ${a}`, inText],
  [`x\n\t// ${a}`, inText],
  [`Now # ${a}`, none],
  [`See https://${a}`, none],
  [fenced('example'), inText],
  [fenced('reasoning'), inText],
  [fenced('thoughts'), inText],
  [fenced('ideal'), none],
  [`~~~ idea \r\n  ${a}\n~~~`, inText],
]

const sentences: [string, string[]][] = [
  [`${a}"?`, inText],
  [`${a} )?`, inText],
  [`${a}？`, inText],
  [`Then, ${a}!`, inBoth],
  [`Then, ${a} )。`, inBoth],
  [`Then: ${a}!`, none],
  [`Then – ${a}`, inSentence],
  [`Then: ${a}`, none],
  [`json ${a}`, none],
  [`**Action** ${a}`, none],
  [`Tool call ${a}`, none],
  [`Actions ${a}`, inSentence],
  [`The json ${a}`, inSentence],
  [`I could call ${a}`, inBoth],
  [`I could call: ${a}`, inSentence],
  [`I would just run: ${a}`, inSentence],
  [`What if: ${a}`, inSentence],
  [`A draft: ${a}`, inSentence],
  [`Drafting: ${a}`, none],
  [`Counterexample: ${a}`, none],
  [`Possibly so\n${a}`, inSentence],
  [`Possibly so.\n${a}`, none],
  [`Possibly so! ${a}`, none],
  [`An example.) ${a}`, none],
  [`Das ist ein Beispiel, ich rufe: ${a}`, none],
  [`Beispielhaft: ${a}`, inSentence],
  [`Nein, nicht: ${a}`, inSentence],
  [`Nicht so, sondern: ${a}`, none],
  [`Nichts: ${a}`, none],
  [`Quizá: ${a}`, inSentence],
  [`Quiz: ${a}`, none],
  [`z.B.: ${a}`, inSentence],
  [`If you say so: ${a}`, inSentence],
  [`If x. You: ${a}`, none],
  [`When the user asks: ${a}`, inSentence],
  [`until ${'x'.repeat(70)} you: ${a}`, inSentence],
  [`until ${'x'.repeat(80)} you: ${a}`, none],
  [`Already sent: ${a}`, inSentence],
  [`Earlier, I ran: ${a}`, inSentence],
  [`Earlier I had: ${a}`, none],
  [`I do not really call: ${a}`, inSentence],
  [`I don’t pay: ${a}`, inSentence],
  [`I will not wait, so I call: ${a}`, none],
  [`Knot: ${a}`, none],
  [`never ${a}`, inBoth],
  [`Maybe ${'x '.repeat(900)}\n${a}`, inSentence],
  [`Maybe ${'x '.repeat(1100)}\n${a}`, none],
]

const retractions: [string, string[]][] = [
  [`${a}\nWait`, retracted],
  [`${a}\n- Wait`, retracted],
  [`${a}\nAwait.`, after],
  [`${a}\nWaiting.`, after],
  [`${a}\nThis is wrong.`, retracted],
  [`${a}\nThis isn't meant.`, retracted],
  [`${a}\nThis was a draft.`, retracted],
  [`${a}\nThis is it.`, after],
  [`${a}\nI won’t.`, retracted],
  [`${a}\nI will.`, after],
  [`${a}\nOnly a test.`, retracted],
  [`${a}\nHmmm`, retracted],
  [`${a}\n\nno`, retracted],
  [`${a}\n**END**`, none],
  [`${a}\nDone now`, after],
  [`${a}\n!!`, none],
  [`${a}\n{"x":1} No.`, retracted],
]

const elements: [string, string[]][] = [
  [`<b>${a}</b>`, retracted],
  [`<final_answer>${a}</final_answer>`, none],
  [`<x>${a}`, none],
  [`${a}</x>`, retracted],
  [`${a}\n<x>\n</x>`, after],
  [`${a}\n<x>\n</y>`, retracted],
  [`[HIDDEN]\n${a}\n[/HIDDEN]`, retracted],
  [`${a}\n[/ANSWER]`, none],
  [`${a}\n<｜end▁think｜>`, retracted],
  [`${a}\n[draft]`, retracted],
  [`${a}\n◁/ponder▷`, retracted],
  [`${a}\n<a href="x">`, after],
  [`${a}\n&lt;/b&gt;`, retracted],
]

const several: [string, string[]][] = [
  [`${a}\n===\n${b}`, ['other_action']],
  [`${a}\n->\n${b}`, ['other_action']],
  [`${a}\n(${b})`, ['other_action']],
  [`(${a}\n${b})`, ['other_action']],
  [`Then\n${a}\n${b}`, ['other_action']],
  [`${a}\n${a}\n${b}`, ['other_action']],
  [`${a}\n,\n${b}`, ['several']],
  [`${a};${b}`, ['several']],
  [`[${a} ${b}]`, ['several']],
  [`[${a},,${b}]`, ['several']],
  [`{}${a},${b}`, ['several']],
  [`[${a},\n${b}]`, none],
  [`Both: [${a},${b}]`, none],
  [`<invoke>${a}</invoke><invoke>${b}</invoke>`, none],
  [`<tool_call>${a}</tool_call>\n${b}`, none],
  [`${call(9)}\n${b}`, none],
  [`${call(9)} then ${call(8)}`, ['other_action', ...retracted]],
  [`${call(9)} No.`, retracted],
  [`Maybe ${call(9)}`, inBoth],
  [`Maybe:\n${a}\nSo:\n${a}`, none],
  [`${a}\nSo:\n${a}\nNo.`, retracted],
  [`${a}\nSo maybe:\n${a}`, inSentence],
  [`${a}\n{"x":1}\n${a}`, none],
]

const turns: [string, string[]][] = [
  [`${a}\n  **User**: x`, none],
  [`${a}\n> user : x`, none],
  [`${a}\nThe user: x`, after],
  [`${a}\nx\nUser: y`, after],
  [`${a}\nTool result: x`, none],
  [`${a}<tool_response>x`, none],
  [`${a}\n[INST] x`, none],
  [`${a}<|start_header_id|>user\nx`, none],
  [`${a}<start_of_turn>user\nx`, none],
  [`${a}<|observation|>x`, none],
  [`${a}\n{"tool":"pay","tool_call_id":"c","observation":{}} No.\n${b}`, none],
  [`${a}\n{"observation":1}\nNo.`, retracted],
  [`${a}\n{"tool_call_id":1}\nNo.`, retracted],
]

const inside: [string, string[]][] = [
  [JSON.stringify(a), none],
  [`${JSON.stringify(a)} .`, none],
  [JSON.stringify(a + b), ['several']],
  [`${JSON.stringify(`${a}\n${b}`)} x`, ['in_text', 'text_after', 'several']],
  [`{"maybe":${a}}`, inText],
  [`{"not_now":${a}}`, inText],
  [`{"no":${a}}`, inText],
  [`{"notes":${a}}`, none],
  [`{"wrap":${a}}`, none],
]

describe.each(Object.entries({ marks, sentences, retractions, elements, several, turns, inside }))('normalizeAction: doubts because of %s', (_group, cases) => {
  it.each(cases)('in %j are %j', (text, doubts) => {
    expect(normalizeAction(text, known).doubts ?? []).toEqual(doubts)
  })
})
