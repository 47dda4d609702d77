import { describe, expect, it, vi } from 'vitest'
import { actionOf, codeOf, faultOf } from '../../test-support/normalized.ts'
import { readOutput } from '../../testing/read-output.ts'
import { splitEverywhere } from '../../testing/split-everywhere.ts'
import { normalizeAction } from './normalize-action.ts'

// This is long enough for a heavily loaded machine.
vi.setConfig({ testTimeout: 120_000 })

const guess = '{"next_node":"final_response","args":{"answer":"guess"}}'

describe('normalizeAction: an action that cannot be used', () => {
  it('ends the search: what stands behind it is never run in its place', () => {
    const unusable = [
      '{"next_node":"search","args":["x"]}',
      '{"next_node":"search","args":5}',
      '{"next_node":"plan","args":{"steps":[]}}',
      '{"next_node":"plan"}',
      '{"next_node":"task","args":"x"}',
      '{"next_node":"task","args":{"name":"n","tool":"t","tool_args":[]}}',
      '{"action":"search","action_input":"Paris"}',
    ]
    for (const first of unusable)
      for (const text of [`${first}\n${guess}`, `${first}\n{"next_node":"delete","args":{"id":1}}`, `[${first},${guess}]`])
        expect([text, codeOf(text)]).toEqual([text, 'no_action'])
  })

  it('shows nothing of what stands behind it', () => {
    for (const chunks of splitEverywhere(`{"next_node":"plan","args":{"steps":[]}}\n${guess}`)) {
      const { answer, end } = readOutput(chunks)
      expect([answer, end.error]).toEqual(['', 'no_action'])
    }
  })

  it('is not what an object without anything of an action is', () => {
    expect(actionOf(`{"city":"Paris"}\n${guess}`).args).toEqual({ answer: 'guess' })
  })
})

describe('normalizeAction: a cut that could still decide', () => {
  it.each([
    '{"next_node":"plan","args":{"steps":[{"node":"pay"}]},"join":{"node":"mail","args":{"to":["a@x","b',
    '{"next_node":"plan","args":{"steps":[{"node":"pay"}]},"join":{"node":"mail"',
    '{"next_node":"plan","args":{"steps":[{"node":"pay"}]},"join":',
    '{"next_node":"plan","plan":[{"node":"a"}],"join":{"node":"j","inject":{"r":"$al',
    '{"next_node":"final_response","args":{"text":"draft","answer":',
    '{"draft":{"next_node":"evil","args":{"a":1}},"next_node":"fin',
    '{"name":"search","arguments":{"q":1},"next_node":"fin',
    '{"function":{"name":"a","arguments":{"q":1}},"next_node":"b',
    '{"answer":"hi","next_node":"sea',
    '{"next_node":"search","input":{"q":1},"args":',
    '{"next_node":"final_response","answer":"flat","args":',
  ])('is incomplete, with nothing passed off as the answer: %s', (text) => {
    const { code, partialAnswer } = faultOf(text)
    expect([code, partialAnswer]).toEqual(['incomplete', undefined])
  })

  it('gives what has come of the real answer, not the older name before it', () => {
    for (const key of ['text', 'content', 'response'])
      for (const name of ['answer', 'raw_answer']) {
        const { code, partialAnswer } = faultOf(`{"next_node":"final_response","args":{"${key}":"draft","${name}":"Real ans`)
        expect([code, partialAnswer]).toEqual(['incomplete', 'Real ans'])
      }
  })
})

describe('normalizeAction: quotes and comments at line ends', () => {
  it('takes a quoted word at the end of a line as text', () => {
    for (const end of ['\n"}}', '\n\n"}}', '\n"}}\n```', '\n" }\n}'])
      expect(actionOf(`{"next_node":"final_response","args":{"answer":"He said "b"${end}`).args.answer).toBe(
        `He said "b"${end.startsWith('\n\n') ? '\n\n' : '\n'}`,
      )
    expect(actionOf('{"next_node":"a","args":{"q":"He said "b"\n"}}').args).toEqual({ q: 'He said "b"\n' })
  })

  it('reads # comments behind strings', () => {
    expect(actionOf('{"next_node":"search" # tool\n,"args":{"q":"x" # c\n}}').args).toEqual({ q: 'x' })
    expect(actionOf('{"next_node":"search","args":{"q":["x" # c\n],"r":"y" # d\n,"n":1}}').args).toEqual({ q: ['x'], r: 'y', n: 1 })
  })

  it('takes a # that begins no comment as text', () => {
    expect(actionOf('{"next_node":"final_response","args":{"answer":"see "x" #1 and "y""}}').args.answer).toBe('see "x" #1 and "y"')
    expect(actionOf('{"next_node":"final_response","args":{"answer":"see "x" // y"}}').args.answer).toBe('see "x" // y')
  })

  it('adds the commas a list has forgotten at line ends', () => {
    expect(actionOf('{"next_node":"search","args":{"tags":["x"\n  "y"\n  "z"\n]}}').args).toEqual({ tags: ['x', 'y', 'z'] })
    expect(actionOf('{"next_node":"search","args":{"tags":["He said "b"\n"]}}').args).toEqual({ tags: ['He said "b"\n'] })
  })
})

describe('createActionReader: reasoning', () => {
  it('never holds half a surrogate pair', () => {
    const text = `{"thought":"x \\ud83d\\ude00 y \\ud83d z","next_node":"a","args":{}}`
    for (const chunks of splitEverywhere(text)) expect(readOutput(chunks).reasoning).toBe('x 😀 y \ufffd z')
    for (const chunks of splitEverywhere(`<think>a 😀 b</think>${guess}`)) expect(readOutput(chunks).reasoning).toBe('a 😀 b')
  })
})

describe('normalizeAction: an action that reasoning ends behind', () => {
  it('is asked for again, whether or not anything follows: it may have been a thought', () => {
    for (const [open, close] of [
      ['', '</think>'],
      ['thought ', '\n</think>\n'],
      ['<think><think>a</think>', '</think>'],
      ['<think>a</think>', '</think>'],
      ['think>', '</thinking>'],
      ['', '[/THINK]'],
      ['', '<channel|>'],
      ['', '<|END_THINKING|>'],
    ]) {
      const text = `${open}${guess}${close}`
      for (const whole of [text, `${text} `, `${text}${guess}`]) {
        expect([whole, codeOf(whole)]).toEqual([whole, 'unparseable'])
        for (const chunks of splitEverywhere(whole)) expect(readOutput(chunks).end.error).toBe('unparseable')
      }
    }
  })
})

describe('normalizeAction: reasoning in other forms than <think>', () => {
  const draft = '{"next_node":"evil","args":{"id":1}}'
  const wanted = '{"next_node":"search","args":{"q":"x"}}'
  it.each([
    `<|channel|>analysis<|message|>maybe ${draft}<|end|><|start|>assistant<|channel|>final<|message|>${wanted}`,
    `<|channel|>analysis<|message|>a ${draft}<|channel|>final<|message|>${wanted}`,
    `<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>analysis<|message|></think>${draft}<|end|>${wanted}`,
    `[THINK]${draft}[/THINK]${wanted}`,
    `◁think▷${draft}◁/think▷${wanted}`,
    `<seed:think>${draft}</seed:think>${wanted}`,
    `<antThinking>${draft}</antThinking>${wanted}`,
    `< think >${draft}</ think >${wanted}`,
    // Technologicat/raven#9, vllm-project/vllm#39885, NousResearch/hermes-agent#67632: Gemma 4, also with the channel opened in the prompt
    `<|channel>thought\nMaybe ${draft}? No.<channel|>${wanted}`,
    `<|channel>thought\n<channel|><|channel>thought\nMaybe </think> ${draft}? No.<channel|>${wanted}`,
    `thought\nMaybe ${draft}? No.<channel|>${wanted}`,
    // Augustas11/macprovider#743: gpt-oss without its special tokens
    `analysisMaybe ${draft}? No, the bill is paid.assistantfinal${wanted}`,
    `analysis${draft}? No.assistantanalysisStill ${draft}.assistantcommentary to=user ${wanted}`,
    `analysis We need ${draft}? No.assistantfinal${wanted}`,
    `<|channel|>analysis to=search code<|message|>a ${draft}<|end|>${wanted}`,
    `<|START_THINKING|>${draft}<|END_THINKING|>${wanted}`,
    `<|think|>${draft}<|/think|>${wanted}`,
    `<scratchpad>${draft}</scratchpad>${wanted}`,
    `<reflection>${draft}</reflection>${wanted}`,
    `<think time="3s">${draft}</think>${wanted}`,
    `<minimax:think>${draft}</minimax:think>${wanted}`,
    `<inner_monologue>${draft}</inner_monologue>${wanted}`,
    `<chain-of-thought>${draft}</chain-of-thought>${wanted}`,
    `<reasoning_content>${draft}</reasoning_content>${wanted}`,
    // R1-like models of Open Thoughts, and ChatML with a message for thoughts
    `<|begin_of_thought|>${draft}<|end_of_thought|><|begin_of_solution|>${wanted}<|end_of_solution|>`,
    `<|im_start|>think\n${draft}<|im_end|>\n<|im_start|>answer\n${wanted}<|im_end|>`,
    `assistantanalysis${draft}? No.assistantfinal${wanted}`,
    // Solar without its special tokens, and Granite
    `thinkMaybe ${draft}? No.assistantcontent${wanted}`,
    `Here is my thought process:\nMaybe ${draft}? No.\nHere is my response:\n${wanted}`,
  ])('runs nothing inside it: %s', (text) => {
    for (const chunks of splitEverywhere(text)) {
      const { node, args, reasoning } = readOutput(chunks)
      expect([node, args, reasoning.includes('evil')]).toEqual(['search', '{"q":"x"}', true])
    }
    expect(actionOf(text)).toEqual({ next_node: 'search', args: { q: 'x' } })
  })

  it('looks for nothing in reasoning without special tokens that does not end', () => {
    for (const text of [`thought\nMaybe ${draft}`, `analysisMaybe ${draft}`, `thought\n${draft} ${wanted}`]) {
      expect([text, codeOf(text)]).toEqual([text, 'missing_next_node'])
      for (const chunks of splitEverywhere(text)) expect(readOutput(chunks)).toMatchObject({ node: undefined, args: '' })
    }
  })

  it('takes words that only begin like the name of a channel for prose', () => {
    for (const text of [
      'think of it: ',
      'thinking ',
      'Here is my action: ',
      'Here is my thought',
      'H',
      'assistant\n',
      'analysis: ',
      'an ',
      'thoughts: ',
      'thought out: ',
      'Analysis\n',
      'all in all ',
      'a',
      't',
    ])
      expect([text, actionOf(`${text}${wanted}`)]).toEqual([text, { next_node: 'search', args: { q: 'x' } }])
  })

  it('takes brackets that are no tag as what they are', () => {
    for (const text of ['[THIN] [1] < a ◁ [/ ', '<p class="think">', '<rethinker> ', 'a < think ', '<think{', '<thinker>', '<no thought> '])
      expect([text, actionOf(`${text}${wanted}`)]).toEqual([text, { next_node: 'search', args: { q: 'x' } }])
  })
})

describe('normalizeAction: lists of calls as providers send them', () => {
  it('runs the first', () => {
    const calls = [
      { tool_calls: [{ id: 'c', type: 'function', function: { name: 'search', arguments: '{"q":"x"}' } }, { function: { name: 'b', arguments: '{}' } }] },
      {
        content: [
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: 't', name: 'search', input: { q: 'x' } },
        ],
      },
      { actions: [{ next_node: 'search', args: { q: 'x' } }] },
    ]
    for (const value of calls) {
      expect(actionOf(value)).toEqual({ next_node: 'search', args: { q: 'x' } })
      expect(readOutput([JSON.stringify(value)])).toMatchObject({ node: 'search', args: '{"q":"x"}' })
      const text = JSON.stringify(value)
      expect(codeOf(text.slice(0, text.indexOf('"x') + 2))).toBe('incomplete')
      expect(codeOf(text.slice(0, text.indexOf('x\\"') > 0 ? text.indexOf('x\\"') + 1 : text.indexOf('x"') + 2))).toBe('incomplete')
    }
    expect(
      codeOf({
        tool_calls: [
          { next_node: 'search', args: 5 },
          { next_node: 'evil', args: {} },
        ],
      }),
    ).toBe('no_action')
    expect(codeOf({ content: ['a'], n: 1 })).toBe('no_action')
  })
})

describe('normalizeAction: what JSON.parse may get wrong', () => {
  it('keeps a key written with an escape, whatever key was parsed before', () => {
    const rows: [string, string, string][] = [
      ['k\\', 'k\\"', 'k"'],
      ['l\\', 'l\\n', 'l\n'],
      ['\\"', '\\"a', '"a'],
      ['\\/', '\\/b', '/b'],
      ['m\\', 'm\\/', 'm/'],
    ]
    for (const [known, written, key] of rows)
      for (const blank of ['', ' ', '\n']) {
        JSON.parse(JSON.stringify({ next_node: 'a', args: { [known]: 1 } }))
        JSON.parse(JSON.stringify({ [known]: 1 }))
        for (const args of [`{"${written}"${blank}:1}`, `{"q":"${'x'.repeat(300)}","${written}":1}`])
          expect(actionOf(`{"next_node":"a","args":${args}}`).args).toMatchObject({ [key]: 1 })
      }
  })

  it('makes a number out of range null, as Infinity, and says so', () => {
    for (const number of ['1e400', '-1e400', '1E+309', '9'.repeat(310), `${'9'.repeat(250)}e70`, `0.1e${'0'.repeat(9)}999`])
      for (const text of [`{"next_node":"a","args":{"n":${number}}}`, `{"next_node":"a","args":{"n":[${number}],"m":[1,2,3]}}`]) {
        for (const whole of [text, `see: ${text}`]) {
          const { action, repairs } = normalizeAction(whole)
          expect([action.args.n, repairs[0]?.kind]).toEqual([text.includes('[') ? [null] : null, 'lost_number'])
        }
        for (const chunks of [[text], [...text]]) expect(JSON.parse(readOutput(chunks).args)).toEqual(actionOf(text).args)
      }
    for (const number of ['1e308', '-1e-400', '123456789012']) expect(normalizeAction(`{"next_node":"a","args":{"n":${number}}}`).repairs).toEqual([])
  })
})
