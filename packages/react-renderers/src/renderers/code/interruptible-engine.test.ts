import { describe, expect, it } from 'vitest'
import { loadTokenizer } from './highlighter.ts'
import { createInterruptibleEngine } from './interruptible-engine.ts'
import { languageOf } from './languages.ts'
import { createLineTokens } from './line-tokens.ts'

describe('an engine whose time is limited', () => {
  it('stops between two patterns, and keeps what it has compiled', () => {
    const engine = createInterruptibleEngine()
    const patterns = ['a+', 'b+', '(?<x>c)\\k<x>']
    expect(engine.runFor(-1, () => engine.createScanner(patterns))).toBeUndefined()
    const scanner = engine.runFor(60_000, () => engine.createScanner(patterns))
    expect(scanner?.findNextMatchSync('xbb', 0, 0)).toMatchObject({ index: 1, captureIndices: [{ start: 1, end: 3 }] })
    expect(engine.runFor(-1, () => scanner?.findNextMatchSync('xbb', 0, 0))).toBeUndefined()
    // Compiled patterns need no time.
    expect(engine.runFor(-1, () => engine.createScanner(patterns))).toBeDefined()
  })

  it('leaves out patterns that JavaScript does not have, and passes other errors on', () => {
    const engine = createInterruptibleEngine()
    expect(engine.createScanner(['(?<=a*)(', 'b']).findNextMatchSync('ab', 0, 0)).toMatchObject({ index: 1 })
    expect(() =>
      engine.runFor(60_000, () => {
        throw new RangeError('other')
      }),
    ).toThrow('other')
  })
})

describe('lines of C++', () => {
  it('are coloured over several steps, none of which ends in the middle of a line', async () => {
    const language = languageOf('c++')
    if (!language) throw new Error('no C++')
    const createTokenizer = await loadTokenizer(language.name, language.load)
    let time = 0
    const lines = createLineTokens({ createTokenizer, now: () => time++ })
    const source = ['template<typename T> int f(T a);', 'auto b = f<int>(1);']
    let steps = 0
    while (lines.step(source)) steps++
    expect(steps).toBeLessThan(1_000)
    expect(lines.tokens.map((tokens) => tokens.map(({ text }) => text).join(''))).toEqual(source)
    expect(lines.tokens[0]?.[0]).toEqual({ text: 'template', kind: 'keyword', at: 0 })
  })

  it('share a number of tokens, which a text gives back', () => {
    const budget = { left: 5 }
    const createTokenizer = () => ({ compileMs: 0, read: (line: string) => [...line].map((text, at) => ({ text, kind: 'keyword', at })) })
    const first = createLineTokens({ createTokenizer, now: () => 0, budget })
    const second = createLineTokens({ createTokenizer, now: () => 0, budget })
    expect([first.step(['abc', 'd']), second.step(['ef'])]).toEqual([false, false])
    expect([first.tokens.length, second.tokens.length, budget.left]).toEqual([2, 0, 1])
    first.release()
    expect([second.step(['ef']), second.tokens.length, budget.left]).toEqual([false, 1, 3])
  })

  it.each([
    ['end when its own time is used up', 0, 'ab'],
    ['do not pay for patterns that the next text needs too', 2_000, 'abcd'],
  ])('%s', (_, compiling, read) => {
    let time = 0
    let compileMs = 0
    const createTokenizer = () => ({
      get compileMs() {
        return compileMs
      },
      read(line: string) {
        time += 2_000
        compileMs += compiling
        return [{ text: line, kind: '', at: 0 }]
      },
    })
    const lines = createLineTokens({ createTokenizer, now: () => time })
    while (lines.step(['a', 'b', 'c', 'd']));
    expect(lines.tokens.map(([token]) => token?.text).join('')).toBe(read)
  })
})
