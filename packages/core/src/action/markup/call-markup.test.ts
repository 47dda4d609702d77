import { describe, expect, it } from 'vitest'
import { cpuTime } from '../../../../../tooling/test-setup/cpu-time.ts'
import type { PlannerAction } from '../../contracts/action.ts'
import { codeOf } from '../../test-support/normalized.ts'
import { readLines } from '../../test-support/read-lines.ts'
import { readOutput } from '../../testing/read-output.ts'
import { splitEverywhere } from '../../testing/split-everywhere.ts'
import { normalizeAction } from '../normalize/normalize-action.ts'
import { translateCalls } from './translate-calls.ts'

interface Case {
  family: string
  source: string
  text: string
  action: PlannerAction
  alternates?: PlannerAction[]
}

const cases = readLines<Case>(new URL('./__fixtures__/call-markup.jsonl', import.meta.url))
const options = { tools: ['get_weather', 'pay'] }
const weather = (city: string) => ({ next_node: 'get_weather', args: { city } })
const read = (text: string) => normalizeAction(text, options)

describe.each(cases)('calls in the markup of $family: $text', ({ text, action, alternates = [] }) => {
  it('are read as actions, with the first one first', () => {
    const normalized = read(text)
    expect([normalized.action, normalized.alternates]).toEqual([action, alternates])
    expect(normalized.ignored?.prefix).toBe(text.includes('I look it up.') ? 'I look it up.' : undefined)
  })

  it('are read the same in any chunking', () => {
    for (const chunks of splitEverywhere(text)) {
      const { node, args, answer, end } = readOutput(chunks, options)
      expect([node, end.error, end.reset]).toEqual([action.next_node, undefined, undefined])
      if (node === 'final_response') expect(answer).toBe(action.args.answer)
      else if (node !== 'plan') expect(JSON.parse(args)).toEqual(action.args)
    }
  })

  it('never lose an argument when their end is missing', () => {
    for (let length = 1; length < text.length; length++) {
      const cut = text.slice(0, length)
      if (codeOf(cut, options) === 'accepted') expect(read(cut).action).toEqual(action)
    }
  })

  it('are not executed inside reasoning, and behind an end of reasoning without its begin the model is asked again', () => {
    const answer = '{"next_node":"final_response","args":{"answer":"Done."}}'
    const isReasoned = text.includes('analysis') || text.includes('channel>thought')
    if (!isReasoned) expect(read(`<think>Maybe ${text}? No.</think>${answer}`).action.args).toEqual({ answer: 'Done.' })
    expect(codeOf(`Maybe ${text}? No.</think>${answer}`, options)).not.toBe('accepted')
    if (!isReasoned) expect(codeOf(`<think>I call ${text}`, options)).not.toBe('accepted')
  })

  it('stay text inside an answer and behind an action', () => {
    const answer = JSON.stringify({ next_node: 'final_response', args: { answer: `Write ${text}` } })
    expect(read(answer).action.args).toEqual({ answer: `Write ${text}` })
    expect(read(`${JSON.stringify(weather('Bergen'))}\n${text}`).action).toEqual(weather('Bergen'))
  })
})

it('names of tools that were written in another way are resolved', () => {
  for (const name of ['functions.get_weather', 'default_api.get_weather', 'Get_Weather', 'get-weather', 'tools.getWeather'])
    for (const text of [
      `<function=${name}>{"city":"Oslo"}</function>`,
      `<tool_call>${name}\n<arg_key>city</arg_key><arg_value>Oslo</arg_value></tool_call>`,
      `[TOOL_CALLS]${name}[ARGS]{"city":"Oslo"}`,
      `<|tool_call>call:${name}{city:<|"|>Oslo<|"|>}<tool_call|>`,
      `<｜tool▁call▁begin｜>${name}<｜tool▁sep｜>{"city":"Oslo"}<｜tool▁call▁end｜>`,
    ])
      expect(read(text).action).toEqual(weather('Oslo'))
})

it('the repair is recorded, and text around the calls without their marks', () => {
  const text = 'I look it up.\n<tool_call>\n<function=get_weather>\n<parameter=city>Oslo</parameter>\n</function>\n</tool_call>'
  expect(read(text)).toMatchObject({ repairs: [{ kind: 'call_markup', at: 26 }, { kind: 'text_around' }], ignored: { prefix: 'I look it up.' } })
  expect(read('<tool_call>{"name":"pay","arguments":{"amount":1}}</tool_call>').ignored).toBeUndefined()
})

it('a call whose end or argument cannot be read is cut, and the model is asked again', () => {
  for (const text of [
    '<function=pay>{"note":"say "}" now","amount":1}</function>',
    '<function=pay>\n<parameter=amount>5</parameter>\n<paramter=to>x</parameter>\n</function>',
    '<function=pay>\n<parameter=amount>5</parameter> and more\n</function>',
    '<tool_call>pay\n<arg_key>amount</arg_key>\n<arg_value>5\n</tool_call>',
    '<|python_tag|>pay.call(5)',
    '<|python_tag|>pay.call(amount=5',
    '<|tool_call>call:pay{to:<|"|>x}<tool_call|>',
    '<function=pay>\n<parameter=amount>5</parameter>',
  ])
    expect(codeOf(text, options), text).not.toBe('accepted')
})

it('marks that are only mentioned stay text', () => {
  for (const mark of ['<tool_call> tags', '<function=name> and', '[TOOL_CALLS] marks', '<|python_tag|> code', '<|tool_call> x', '<invoke name="x"> y']) {
    expect(read(`The ${mark} are markup. {"next_node":"get_weather","args":{"city":"Oslo"}}`).action).toEqual(weather('Oslo'))
    expect(codeOf(`The ${mark} are markup.`, options)).toBe('missing_next_node')
  }
  const prose = 'Send it to=bob {"next_node":"get_weather","args":{"city":"Oslo"}}'
  expect(read(prose).action).toEqual(weather('Oslo'))
})

it('takes linear time for markup that never ends', () => {
  const parts = [
    '<function=a>\n<parameter=b>',
    '<tool_call>x\n<arg_key>',
    '<|tool_call>call:a{b:<|"|>',
    '[TOOL_CALLS]a[ARGS]{"',
    `<invoke name="a">${' '.repeat(400)}`,
    `<function=a><parameter=${'b'.repeat(300)}`,
    '<|python_tag|>a(b=',
    `<tool_call>${' '.repeat(300)}`,
    '</parameter>',
    '<escape>',
  ]
  for (const part of parts) {
    const text = part.repeat(400_000 / part.length)
    const started = cpuTime()
    translateCalls(text)
    translateCalls(`<function=a>\n<parameter=b>${text}`)
    expect(cpuTime() - started, part).toBeLessThan(1_500)
  }
})
