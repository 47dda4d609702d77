import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineTool } from '../index.ts'
import { answer, createHarness, finishOf, type Harness, ofType, script } from '../test-support/harness.ts'

let harness: Harness
afterEach(() => harness.close())

const ran: unknown[] = []
const input = z.object({ city: z.string(), days: z.number().optional(), units: z.array(z.string()).optional() })
const run = (args: unknown) => ran.push(args) && { ok: true }
const weather = defineTool({ name: 'get_weather', description: 'Weather of a city.', input, run })
const book = defineTool({ name: 'book', description: 'Books a trip.', input: z.object({ city: z.string() }), idempotent: false, run })

async function runWith(...texts: string[]) {
  ran.length = 0
  harness = await createHarness({ stories: [script(...texts)], tools: [weather, book] })
  return harness.run('Go.')
}

/** One call in the markup of each family; core reads and tests more of them (call-markup.jsonl). */
const calls = {
  kimi: '<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city":"Oslo","days":3}<|tool_call_end|>',
  deepseek: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city":"Oslo","days":3}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
  glm: '<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>\n<arg_key>days</arg_key>\n<arg_value>3</arg_value>\n</tool_call>',
  'qwen-coder': '<tool_call>\n<function=get_weather>\n<parameter=city>\nOslo\n</parameter>\n<parameter=days>\n3\n</parameter>\n</function>\n</tool_call>',
  minimax: '<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Oslo</parameter>\n<parameter name="days">3</parameter>\n</invoke>',
  mistral: '[TOOL_CALLS]get_weather[ARGS]{"city":"Oslo","days":3}',
  llama: '<|python_tag|>get_weather.call(city="Oslo", days=3)',
  harmony: '<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city":"Oslo","days":3}<|call|>',
  gemma: '<|tool_call>call:get_weather{city:<|"|>Oslo<|"|>,days:3}<tool_call|>',
  hermes: '<tool_call>\n{"name":"get_weather","arguments":{"city":"Oslo","days":3}}\n</tool_call>',
}

describe('calls that a server passes on as text (unslothai/unsloth#5624, NVIDIA/TensorRT-LLM#9256, ikawrakow/ik_llama.cpp#958)', () => {
  it.each(Object.entries(calls))('of %s run without another model call, with the types of the schema', async (_family, text) => {
    const events = await runWith(text, answer('done'))
    expect(ran).toEqual([{ city: 'Oslo', days: 3 }])
    expect(ofType(events, 'repair')).toEqual([])
    expect(harness.server.requests).toHaveLength(2)
    expect(finishOf(events)).toMatchObject({ reason: 'answer', payload: { raw_answer: 'done' } })
  })

  it('text that looks like a number stays text where the schema wants text, and lists are read', async () => {
    const tags = (city: string, units: string) =>
      `<function=get_weather>\n<parameter=city>\n${city}\n</parameter>\n<parameter=units>\n${units}\n</parameter>\n</function>`
    await runWith(tags('0150', '["c", "f"]'), answer('done'))
    expect(ran).toEqual([{ city: '0150', units: ['c', 'f'] }])
    await harness.close()
    await runWith(tags('1.0', "['c', 'f']"), answer('done'))
    expect(ran).toEqual([{ city: '1.0', units: ['c', 'f'] }])
  })

  it('run the first of several and report the others, also for a tool that must not run twice', async () => {
    const two = ['Oslo', 'Bergen'].map((city) => `<tool_call>\n<function=book>\n<parameter=city>${city}</parameter>\n</function>\n</tool_call>`).join('\n')
    const events = await runWith(two, answer('done'))
    expect(ran).toEqual([{ city: 'Oslo' }])
    expect(ofType(events, 'repair')).toEqual([])
    expect(JSON.stringify(harness.server.requests[1]?.body)).toContain('Only the first of your 2 actions ran; not run: book.')
  })

  it('never run from reasoning; a call of a tool that must not run twice between texts is asked for again', async () => {
    await runWith(`<think>Perhaps ${calls.glm.replace('get_weather', 'book')}? No.</think>${answer('done')}`)
    expect(ran).toEqual([])
    await harness.close()
    const draft = '<function=book>{"city":"Oslo"}</function>'
    const events = await runWith(`First I thought of ${draft}, but no: ${draft.replace('Oslo', 'Bergen')}`, answer('done'))
    expect(ran).toEqual([])
    expect(ofType(events, 'repair')[0]).toMatchObject({ kind: 'action' })
  })

  it('that the output limit has cut do not run', async () => {
    for (const family of ['glm', 'kimi', 'qwen-coder', 'llama'] as const) {
      ran.length = 0
      const cut = { content: calls[family].slice(0, calls[family].lastIndexOf('3') + 1), finish: 'length' as const }
      harness = await createHarness({
        stories: [{ name: 'cut', match: () => true, reply: ({ attempt }: { attempt: number }) => (attempt === 1 ? cut : { content: answer('done') }) }],
        tools: [weather],
      })
      expect(finishOf(await harness.run('Go.'))).toMatchObject({ reason: 'answer', payload: { raw_answer: 'done' } })
      expect(ran, family).toEqual([])
      await harness.close()
    }
  })

  it('multi_tool_use.parallel runs as a plan', async () => {
    const uses = ['Oslo', 'Bergen'].map((city) => ({ recipient_name: 'functions.get_weather', parameters: { city } }))
    await runWith(`<|channel|>commentary to=multi_tool_use.parallel <|constrain|>json<|message|>${JSON.stringify({ tool_uses: uses })}<|call|>`, answer('done'))
    expect(ran).toEqual([{ city: 'Oslo' }, { city: 'Bergen' }])
  })
})
