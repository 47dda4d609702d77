import { describe, expect, it } from 'vitest'
import { scanned } from '../../test-support/scanned.ts'
import { splitEverywhere } from '../../testing/split-everywhere.ts'
import { createRepairLog } from './repair-log.ts'

const action = '{"next_node":"a"}'
const root = { next_node: 'a' }
const startsIn = (text: string) => scanned([text]).objects.map(({ proseStart }) => proseStart)

describe('OutputScanner: reasoning before an action', () => {
  it.each<[string, string]>([
    ['<think> a\n b </think>', 'a\n b'],
    ['<think>that, Half at {"b":1} "x"</think>', 'that, Half at {"b":1} "x"'],
    ['<think>a <b> <think> c < d</think>', 'a <b> <think> c < d'],
    ['<think>a</think> <think>b</think>', 'a\nb'],
    ['<think> </think><think>b</think>', 'b'],
    ['<think>a\ud83d</think><think>\ude00b</think>', 'a\n\ufffdb'],
    ['[THINK]a [1][/THINK]', 'a [1]'],
    ['\u25c1think\u25b7a \u25c1 b\u25c1/think\u25b7', 'a \u25c1 b'],
    // The opening tag is missing.
    ['a <b> c</think>', 'a <b> c'],
    ['thought</think>', 'thought'],
    ['a</think>b</think>', 'ab'],
    // The name of a channel is separated from its text. The names of other channels end it if its own tag was missing.
    ['<|channel|>analysis<|message|>a<|end|>', 'a'],
    ['<|channel|>analysis a <|message|> b <|me c<|end|>', 'a  b <|me c'],
    ['<|channel|>analysis<|message|>a assistantfinal b<|end|>', 'a assistantfinal b'],
    ['<|channel|>analysis<|message|>a <|channel|>analysis b<|end|>', 'a <|channel|>analysis b'],
    ['analysis Half a thought.assistantfinal', 'Half a thought.'],
    ['\n thinkMaybe.assistantcontent', 'Maybe.'],
    ['thought\nMaybe <think>.<channel|>', 'Maybe <think>.'],
    ['Here is my thought process:\nHm. Here is my response:', 'Hm.'],
  ])('is the same at every cut, without its tags: %j', (text, reasoning) => {
    for (const chunks of splitEverywhere(text + action)) {
      const read = scanned(chunks)
      expect(read).toMatchObject({ reasoning, roots: [root], failure: undefined })
      expect(read.objects[0]?.proseStart).toBe(text.length)
    }
  })

  it.each(['so analysis of it: ', 'a ', 'x thought\n', 'x < y ', 'a \u25c1 b ', '[THIN] ', 'Half '])('is not what only looks like it: %j', (text) => {
    for (const chunks of splitEverywhere(text + action)) {
      expect(scanned(chunks)).toMatchObject({ reasoning: '', roots: [root] })
    }
    expect(startsIn(text + action)).toEqual([0])
  })

  it('has a tag of up to 40 characters before its bracket', () => {
    const reasoningOf = (attributes: number) => scanned([`<think ${'x'.repeat(attributes)}>r</think>${action}`]).reasoning
    expect(reasoningOf(33)).toBe('r')
    expect(reasoningOf(34)).toBe(`<think ${'x'.repeat(34)}>r`)
  })

  it.each([
    ['<think>abc</th', 'abc</th'],
    ['<think>abc', 'abc'],
    ['<|channel|>analysis<|message|>abc<|en', 'abc<|en'],
    ['abc </th', ''],
    ['abc', ''],
  ])('includes a tag that the end of the input cuts off: %j', (text, reasoning) => {
    for (const chunks of splitEverywhere(text)) expect(scanned(chunks).reasoning).toBe(reasoning)
  })

  it('includes at most the piece in which 65,536 characters of prose are exceeded', () => {
    const long = 'x'.repeat(65_535)
    expect(scanned([long, 'yy', 'zz', '</think>']).reasoning).toBe(`${long}yy`)
    expect(scanned([`${long}x`, 'yy', '</think>']).reasoning).toBe(`${long}x`)
  })
})

describe('OutputScanner: reasoning after an action', () => {
  it('is reported, but does not move the prose before further objects', () => {
    const text = `<think>a</think>${action}<think>b</think>{"c":1}`
    expect(scanned([text])).toMatchObject({ reasoning: 'a\nb', failure: undefined })
    expect(startsIn(text)).toEqual([16, 16])
  })

  it('makes the action doubtful if only its end is found', () => {
    for (const chunks of splitEverywhere(`${action} b</think>`)) expect(scanned(chunks)).toMatchObject({ failure: 'ambiguous', reasoning: '' })
  })

  it('is reasoning before the action if no action was found yet', () => {
    for (const chunks of splitEverywhere(`{"c":1} "b" c</think>${action}`)) {
      expect(scanned(chunks)).toMatchObject({ failure: undefined, reasoning: '"b" c', roots: [{ c: 1 }, root] })
    }
  })

  it('is not the prose before a fenced object', () => {
    expect(scanned([`${action}\nwhy\n\`\`\`json\n{"c":1}\n\`\`\``])).toMatchObject({ reasoning: '' })
  })
})

describe('OutputScanner: the end of prose', () => {
  it('is searched for a code fence as far as 200 characters back', () => {
    const isFenced = (blanks: number) => scanned([`\`\`\`${' '.repeat(blanks)}${action}`]).objects[0]?.fenced
    expect(isFenced(197)).toBe(true)
    expect(isFenced(198)).toBe(false)
  })

  it('may name the tool of an object that follows', () => {
    for (const chunks of splitEverywhere('to=functions.t {"q":1}')) {
      expect(scanned(chunks)).toMatchObject({
        roots: [{ next_node: 'functions.t', args: { q: 1 } }],
        repairs: [{ kind: 'call_markup', at: 15 }],
      })
    }
  })

  it('begins no call if a mark is only mentioned', () => {
    for (const chunks of splitEverywhere('<function=t> is a mark.')) expect(scanned(chunks)).toMatchObject({ roots: [], repairs: [] })
  })
})

describe('createRepairLog', () => {
  it('keeps the first repair of each kind, and its offset if there is one', () => {
    const repairs = createRepairLog()
    repairs.add('quotes', 0)
    repairs.add('wrapper')
    repairs.add('quotes', 7)
    repairs.add('wrapper', 9)
    expect(repairs.list).toStrictEqual([{ kind: 'quotes', at: 0 }, { kind: 'wrapper' }])
  })
})
