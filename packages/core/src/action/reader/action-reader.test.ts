import { describe, expect, it, vi } from 'vitest'
import { readOutput } from '../../testing/read-output.ts'
import { chunksOf, splitEverywhere } from '../../testing/split-everywhere.ts'
import { createActionReader } from './action-reader.ts'

// This is long enough for a heavily loaded machine.
vi.setConfig({ testTimeout: 120_000 })

const finish = (answer: string) => `{"next_node":"final_response","args":{"answer":${answer}}}`

describe('createActionReader: what is shown and when', () => {
  it('[004-ext-01] gives out the answer piece by piece', () => {
    const reader = createActionReader()
    expect(reader.feed('{"next_node":"final_response","args":{"answer":"Good')).toEqual([
      { type: 'node', node: 'final_response' },
      { type: 'answer_delta', text: 'Good' },
    ])
    expect(reader.feed(' mor')).toEqual([{ type: 'answer_delta', text: ' mor' }])
    expect(reader.feed('ning"')).toEqual([{ type: 'answer_delta', text: 'ning' }])
    expect(reader.feed('}}')).toEqual([])
    expect(reader.finish()).toEqual([{ type: 'end', complete: true, text: '' }])
    expect(reader.finish()).toEqual([])
  })

  it('has the node, and whether it is an answer, in its state', () => {
    const reader = createActionReader()
    expect(reader.state).toEqual({ node: undefined, isFinish: false, emitted: 0 })
    reader.feed('{"next_node":"search","args":{"q":1}}')
    expect(reader.state).toEqual({ node: 'search', isFinish: false, emitted: 0 })
    const other = createActionReader()
    other.feed(finish('"Good"'))
    expect(other.state).toEqual({ node: 'final_response', isFinish: true, emitted: 4 })
  })

  it('[004-ext-02] shows nothing of a tool, plan or task to the user', () => {
    const args = '"args":{"answer":"hidden","raw_answer":"hidden","query":"q","steps":[{"node":"a"}]}'
    for (const node of ['search', 'plan', 'task', 'parallel', 'task.subagent']) {
      for (const fields of [`${args},"next_node":"${node}"`, `"next_node":"${node}",${args}`, `"thought":"t","next_node":"${node}",${args},"plan":null`]) {
        for (const chunks of splitEverywhere(`{${fields}}`)) {
          const { events, answer } = readOutput(chunks)
          expect([answer, events.some(({ type }) => type === 'answer_delta')]).toEqual(['', false])
        }
      }
    }
  })

  it('[004-ext-03] [004-ext-04] recognizes both endings and both answer keys', () => {
    for (const node of ['null', '"final_response"', 'None', '"FINAL_RESPONSE"']) {
      for (const key of ['answer', 'raw_answer']) {
        for (const chunks of splitEverywhere(`{"next_node":${node},"args":{"${key}":"yes"}}`)) {
          const { shown, end } = readOutput(chunks)
          expect([shown, end.text, end.complete]).toEqual(['yes', '', true])
        }
      }
    }
  })

  it('[004-ext-06] decodes escapes, whole or cut', () => {
    for (const chunks of splitEverywhere(finish('"a\\"b\\\\c\\/d\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00"'))) {
      expect(readOutput(chunks).answer).toBe('a"b\\c/d\b\f\n\r\té😀')
    }
  })

  it('never passes on half a surrogate pair, and replaces a lone surrogate by U+FFFD', () => {
    for (const chunks of splitEverywhere(finish('"x\ud83d\ude00 \\ud83d\ude00 \ud83d y \\ude00"'))) {
      const { events, answer } = readOutput(chunks)
      expect(answer).toBe('x😀 😀 \ufffd y \ufffd')
      for (const event of events) if (event.type === 'answer_delta') expect(event.text.isWellFormed()).toBe(true)
    }
  })

  it('holds an answer that comes before next_node and releases it at once', () => {
    const reader = createActionReader()
    expect(reader.feed('{"args":{"answer":"early"},"next_node":')).toEqual([])
    expect(reader.feed('"final_response"')).toEqual([])
    expect(reader.feed('}')).toEqual([
      { type: 'node', node: 'final_response' },
      { type: 'answer_delta', text: 'early' },
    ])
  })

  it('passes on nothing of strings, nested objects, code fences, prose and reasoning that look like an answer', () => {
    const decoys = `<think>{"next_node":"final_response","args":{"answer":"NO"}}</think> text {x} \`\`\`json
{"thought":"\\"answer\\": \\"NO\\"","next_node":"final_response","answer":"NO","args":{"meta":{"answer":"NO"},"list":[{"answer":"NO"}],"answer":"yes"}}\n\`\`\``
    for (const chunks of splitEverywhere(decoys)) expect(readOutput(chunks).answer).toBe('yes')
  })

  it('gives out only the first of several answers', () => {
    for (const chunks of splitEverywhere(`${finish('"First"')}${finish('"Second"')}`)) expect(readOutput(chunks).answer).toBe('First')
  })

  it('streams nothing of other shapes and returns the entire answer at the end', () => {
    const others = [
      '{"next_node":"final_response","args":"late"}',
      '{"next_node":"final_response","args":["late"]}',
      '{"next_node":"final_response","args":{"text":"late"}}',
      '{"next_node":"final_response","answer":"late"}',
      '{"action":"Final Answer","action_input":"late"}',
      '{"action":{"next_node":"final_response","args":{"answer":"late"}}}',
      '{"answer":"late"}',
    ]
    for (const text of others) {
      for (const chunks of splitEverywhere(text)) {
        const { shown, end, node } = readOutput(chunks)
        expect([shown, end.text, end.reset, node]).toEqual(['', 'late', undefined, 'final_response'])
      }
    }
  })

  it('streams an action that is given as one JSON string, twice over too', () => {
    const once = JSON.stringify(finish('"say \\"hi\\"\\n"'))
    for (const text of [once, JSON.stringify(once), once.slice(1, -1)]) {
      for (const chunks of splitEverywhere(text)) expect(readOutput(chunks).answer).toBe('say "hi"\n')
    }
  })

  it('withdraws what was shown when the object turns out to be broken', () => {
    const { shown, answer, end } = readOutput(['{"next_node":"final_response","args":{"answer":"Type {"next_node":"del","args":{}} to remove it"}}'])
    expect(shown).not.toBe('')
    expect([answer, end]).toEqual(['', { type: 'end', complete: false, text: '', reset: true, error: 'unparseable' }])
  })

  it('keeps what was shown of an answer that was cut, and says that it is not complete', () => {
    expect(readOutput(['{"next_node":"final_response","args":{"answer":"half an ans\\u00']).end).toEqual({
      type: 'end',
      complete: false,
      text: '',
      error: 'incomplete',
    })
  })

  it('does not change what it has shown when nothing was wrong with the text', () => {
    for (const chunks of splitEverywhere('{"thought":"t","next_node":null,"args":{"raw_answer":"a, \\"b\\"} ]"},"plan":null,"join":null}')) {
      expect(readOutput(chunks).end).toEqual({ type: 'end', complete: true, text: '' })
    }
  })
})

describe('createActionReader: pieces of a long answer', () => {
  const head = '{"next_node":"final_response","args":{"answer":"'
  const inside = 'Gr\u00fc\u00dfe \ud83d\udce6 a\\n\\"b\\" \\\\ \\/ \\u00e9\\u4E2d \\ud83d\\ude00 \u4e2d\u6587 end'
  const decoded = JSON.parse(`"${inside}"`) as string

  it('reads them the same however they are cut, in the answer and across its ends', () => {
    for (const tail of ['"}}', '","sources":[]}}']) {
      for (let size = 1; size < 12; size++) {
        for (let first = 0; first < size; first++) {
          const chunks = [head + inside.slice(0, first), ...chunksOf(inside.slice(first) + tail, size)]
          const { answer, events, end } = readOutput(chunks)
          expect([answer, end]).toEqual([decoded, { type: 'end', complete: true, text: '' }])
          for (const event of events) if (event.type === 'answer_delta') expect(event.text.isWellFormed()).toBe(true)
        }
      }
    }
  })

  it('passes on each piece at once, except for a part of an escape or of a surrogate pair', () => {
    const reader = createActionReader()
    reader.feed(head)
    const steps = [
      ['plain', 'plain'],
      ['a\\', 'a'],
      ['nb', '\nb'],
      ['\\u00', undefined],
      ['e', undefined],
      ['9c', '\u00e9c'],
      ['d\ud83d', 'd'],
      ['\udce6', '\ud83d\udce6'],
      ['\\ud83d', undefined],
      ['\\', undefined],
      ['ude00!', '\ud83d\ude00!'],
      ['\ud83d', undefined],
      ['x', '\ufffdx'],
      ['', undefined],
    ] as const
    for (const [piece, text] of steps) expect(reader.feed(piece)).toEqual(text === undefined ? [] : [{ type: 'answer_delta', text }])
    expect(reader.state.emitted).toBe(steps.reduce((sum, [, text]) => sum + (text?.length ?? 0), 0))
  })

  it('makes one delta of a piece that is read in two ways', () => {
    const reader = createActionReader()
    reader.feed(head)
    expect(reader.feed('ab\ncd\\qe')).toEqual([{ type: 'answer_delta', text: 'ab\ncd\\qe' }])
    expect(reader.feed('more')).toEqual([{ type: 'answer_delta', text: 'more' }])
  })

  it('repairs what follows half an escape, and drops it at the end of the input', () => {
    for (const [rest, text] of [
      ['q"}}', 'a\\q'],
      ['"}}', 'a"}}'],
      ['u12z"}}', 'a\\u12z'],
      ['\'"}}', "a'"],
      ['', 'a'],
    ] as const) {
      for (const chunks of splitEverywhere(rest)) expect(readOutput([head, 'a', '\\', ...chunks]).answer).toBe(text)
    }
    for (const half of ['\\u', '\\u0', '\\u00e', '\ud83d', '\\ud83d']) expect(readOutput([head, `a${half}`]).answer).toBe('a')
  })
})

describe('createActionReader: arguments', () => {
  const args = '{ "component" : "datagrid",\n "props":{"rows":[1, -2.5e3,true,null,{"a":"\\u00e9 \\n"}],"__proto__":{}} , "answer":"x" }'

  it('gives the source of the arguments where nothing was repaired, in any order of the keys', () => {
    for (const text of [`{"next_node":"render_component","args":${args}}`, `{"args":${args},"next_node":"render_component"}`]) {
      for (const chunks of splitEverywhere(text)) expect(readOutput(chunks).args).toBe(args)
    }
  })

  it('gives JSON with the repairs applied', () => {
    const loose = "{'next_node': 'search', 'args': {'q': 'it\\'s \"big\"', tags: [True, None, .5, word,], // note\n 'n': 1,}}"
    for (const chunks of splitEverywhere(loose)) {
      expect(JSON.parse(readOutput(chunks).args)).toEqual({ q: 'it\'s "big"', tags: [true, null, 0.5, 'word'], n: 1 })
    }
  })

  it('corrects commas that are missing, full-width or superfluous', () => {
    const loose = '{"next_node":"t","args":{ "l" : [{"a":1}{"b":2} {"c":3}\n, [1 ,2 , ] ,"s" ,] ,\u201cx\u201d\uff1a1\uff0c"y":\u00a0"z" ,}}'
    for (const chunks of [...splitEverywhere(loose), chunksOf(loose, 2), chunksOf(loose, 3)]) {
      expect(JSON.parse(readOutput(chunks).args)).toEqual({ l: [{ a: 1 }, { b: 2 }, { c: 3 }, [1, 2], 's'], x: 1, y: 'z' })
    }
    const lines = '{"next_node":"t","args":{"a":"x"\n"b":[{"c":1}\n{"d":2}]\n"e":3}}'
    for (const chunks of splitEverywhere(lines)) expect(JSON.parse(readOutput(chunks).args)).toEqual({ a: 'x', b: [{ c: 1 }, { d: 2 }], e: 3 })
  })

  it('leaves out a repeated answer, so that the text equals the action', () => {
    const { args: text } = readOutput(chunksOf('{"next_node":"t","args":{"answer":"a", "answer": {"b":[1,2]} ,"c":1}}', 3))
    expect(JSON.parse(text)).toEqual({ answer: 'a', c: 1 })
  })

  it('gives arguments in one delta at the end where they come in another form', () => {
    for (const text of ['{"next_node":"t","args":"{\\"q\\":1}"}', '{"name":"t","arguments":{"q":1}}', '{"tool_call":{"next_node":"t","args":{"q":1}}}']) {
      const { events } = readOutput(splitEveryCharacter(text))
      expect(events).toEqual([
        { type: 'node', node: 't' },
        { type: 'args_delta', text: '{"q":1}' },
        { type: 'end', complete: true, text: '' },
      ])
    }
  })

  it('waits in the five-field form until it is clear that no plan takes precedence over the tool', () => {
    const reader = createActionReader()
    expect(reader.feed('{"thought":"","next_node":"a","args":{"q":1},"plan":')).toEqual([])
    expect(reader.feed('null,')).toEqual([
      { type: 'node', node: 'a' },
      { type: 'args_delta', text: '{"q":1}' },
    ])
    for (const chunks of splitEverywhere('{"thought":"","next_node":"a","args":{"q":1},"plan":[{"node":"b"}]}')) {
      const { node, args: text, end } = readOutput(chunks)
      expect([node, text, end.reset]).toEqual(['plan', '{"steps":[{"node":"b","args":{}}]}', undefined])
    }
    expect(readOutput(['{"thought":"","next_node":"a","args":{ "q":1 }}']).args).toBe('{ "q":1 }')
  })

  it('passes on all arguments when the object is cut before it is clear that no plan follows', () => {
    const given = '{ "q":{"deep":["x",{"y":1}]},"s":"text" }'
    for (const text of [`{"thought":"","next_node":"a","args":${given}`, `{"thought":"","next_node":"a","args":${given},"join":null`]) {
      for (const chunks of splitEverywhere(text)) {
        const { node, args: shown, end } = readOutput(chunks)
        expect([node, JSON.parse(shown), end]).toEqual(['a', JSON.parse(given), { type: 'end', complete: true, text: '' }])
      }
    }
  })

  it('recognizes a complete, repeated or cut tool call although it keeps nothing of its arguments', () => {
    const deep = '{"l":[[1,{"answer":"no","args":{"answer":"n"}}],"]}"],"o":{"next_node":"x"}}'
    for (const [text, error] of [
      [`{"next_node":"t","args":${deep}}`, undefined],
      [`{"next_node":"t","args":${deep}`, undefined],
      [`{"next_node":"t","args":${deep},"args":{"l":0},"next_node":"u"}`, undefined],
      [`{"next_node":"t","args":${deep.slice(0, -1)}`, 'incomplete'],
      [`{"next_node":"t","args":${deep.slice(0, 20)}`, 'incomplete'],
      [`{"next_node":"t","args":${deep.replace('[1', '[1 1')}}`, 'unparseable'],
    ] as const) {
      for (const chunks of splitEverywhere(text)) {
        const { node, args: shown, end } = readOutput(chunks)
        expect([node, end.error]).toEqual(['t', error])
        if (error === undefined) expect(shown).toBe(deep)
      }
    }
  })

  it('never announces a tool when the plan that takes precedence comes first', () => {
    const { events, node } = readOutput(['{"plan":[{"node":"a","args":{}}],"next_node":"search","args":{"q":1}}'])
    expect(events.filter(({ type }) => type === 'node')).toEqual([{ type: 'node', node: 'plan' }])
    expect(node).toBe('plan')
  })

  it('announces a plan that takes precedence over a tool shown before it', () => {
    const { node, end } = readOutput(['{"next_node":"a","args":{"q":1},"plan":[{"node":"b","args":{}}]}'])
    expect([node, end.reset, end.error]).toEqual(['plan', true, undefined])
  })

  it('names the code of a tool call that was cut', () => {
    expect(readOutput(['{"next_node":"write","args":{"path":"a.md"']).end).toEqual({ type: 'end', complete: false, text: '', error: 'incomplete' })
  })
})

describe('createActionReader: reasoning', () => {
  it('passes on reasoning tags, prose before a fenced block and thoughts', () => {
    const action = '{"next_node":"t","args":{}}'
    const texts = [
      `<think> one\ntwo </think>${action}`,
      `one\ntwo\n\`\`\`json\n${action}\n\`\`\``,
      '{"thought":" one\\ntwo ","next_node":"t","args":{}}',
      `one\ntwo</think>${action}`,
    ]
    for (const text of texts) for (const chunks of splitEverywhere(text)) expect(readOutput(chunks).reasoning).toBe('one\ntwo')
  })

  it('does not add a thought to reasoning that came before the action', () => {
    const output = '<think>look it up</think>{"thought":"again","next_node":"search","args":{}}'
    expect(readOutput(output.split('')).reasoning).toBe('look it up')
  })

  it('gives reasoning as it arrives', () => {
    const reader = createActionReader()
    expect(reader.feed('<think>one ')).toEqual([{ type: 'reasoning_delta', text: 'one' }])
    expect(reader.feed('two</th')).toEqual([{ type: 'reasoning_delta', text: ' two' }])
    expect(reader.feed('ink>')).toEqual([])
  })

  it('does not take prose around an unfenced object for reasoning', () => {
    expect(readOutput(['Sure: {"next_node":"t","args":{}} done']).reasoning).toBe('')
  })
})

describe('createActionReader: bounds and formats', () => {
  it('stops at the byte limit and withdraws what it has shown', () => {
    const text = finish(`"${'é'.repeat(100)}"`)
    for (const chunks of [[text], chunksOf(text, 7)]) {
      const { answer, end } = readOutput(chunks, { maxBytes: 200 })
      expect([answer, end.error]).toEqual(['', 'too_large'])
    }
    expect(readOutput([text], { maxBytes: 300 }).answer).toBe('é'.repeat(100))
  })

  it('counts bytes exactly, however the text is cut', () => {
    const text = finish('"\u00e9\u4e2d\ud83d\ude00 \\u00e9\\n plain \ud83d\ude00\u00e9 end"')
    const bytes = new TextEncoder().encode(text).length
    for (const chunks of splitEverywhere(text)) {
      expect(readOutput(chunks, { maxBytes: bytes }).end).toEqual({ type: 'end', complete: true, text: '' })
      expect(readOutput(chunks, { maxBytes: bytes - 1 }).end).toMatchObject({ complete: false, text: '', error: 'too_large' })
    }
    const open = text.slice(0, -3)
    for (const last of ['x', '\\', '\\u00', '\u00e9', '\\q']) {
      const least = new TextEncoder().encode(open + last).length
      for (const chunks of [[open, last], [open + last], [...open, ...last]]) {
        expect(readOutput(chunks, { maxBytes: least }).end.error).toBe('incomplete')
        expect(readOutput(chunks, { maxBytes: least - 1 }).end.error).toBe('too_large')
      }
    }
  })

  it('passes on nothing of a piece that exceeds the limit, nor of later pieces', () => {
    const reader = createActionReader({ maxBytes: 60 })
    reader.feed('{"next_node":"final_response","args":{"answer":"1234567890')
    expect(reader.feed('12')).toEqual([{ type: 'answer_delta', text: '12' }])
    expect(['3', '\\n', 'abc', '"}}'].map((piece) => reader.feed(piece))).toEqual([[], [], [], []])
    expect(reader.state.emitted).toBe(12)
  })

  it('stops at the depth limit', () => {
    expect(readOutput([`{"next_node":"t","args":${'['.repeat(200)}`]).end.error).toBe('too_deep')
  })

  it('shows what the action format accepts, and nothing else', () => {
    const unified = finish('"u"')
    const legacy = '{"thought":"","next_node":null,"args":{"raw_answer":"l"},"plan":null,"join":null}'
    expect([readOutput([unified], { format: 'unified' }).answer, readOutput([legacy], { format: 'unified' }).events.length]).toEqual(['u', 1])
    expect([readOutput([legacy], { format: 'legacy' }).answer, readOutput([unified], { format: 'legacy' }).events.length]).toEqual(['l', 1])
  })

  it('lets a tool have a name that is otherwise read as an opcode', () => {
    expect(readOutput(['{"next_node":"parallel","args":{"x":1}}'], { tools: ['parallel'] }).node).toBe('parallel')
  })
})

function splitEveryCharacter(text: string): string[] {
  return text.split('')
}
