import { describe, expect, it } from 'vitest'
import { utf8Length } from '../json/utf8.ts'
import { asciiEnd, PlainTextReader } from './plain-text-reader.ts'

function read(piece: string, from = 0) {
  const run = new PlainTextReader()
  const text = run.read(piece, from)
  return { text, left: piece.slice(run.end), mayBeIllFormed: run.mayBeIllFormed, bytes: run.end - from + run.extraBytes }
}

describe('PlainTextReader', () => {
  it('returns a piece without special characters unchanged', () => {
    expect(read('plain text ~ 1')).toEqual({ text: 'plain text ~ 1', left: '', mayBeIllFormed: false, bytes: 14 })
    expect(read('')).toEqual({ text: '', left: '', mayBeIllFormed: false, bytes: 0 })
  })

  it('decodes every complete escape of JSON', () => {
    expect(read('\\"a\\\\b\\/\\b\\f\\n\\r\\tz')).toMatchObject({ text: '"a\\b/\b\f\n\r\tz', left: '' })
    expect(read('\\u00e9\\u00E9\\u4e2d\\u0041x')).toMatchObject({ text: 'éé中Ax', left: '', mayBeIllFormed: false })
  })

  it('decodes escapes next to each other, at both ends and one at a time', () => {
    const text = '"\\\\/"a"\\\nb\u00e9"\u4e2d\\\\'
    expect(read(JSON.stringify(text).slice(1, -1))).toMatchObject({ text, left: '' })
    for (const [source, character] of Object.entries({ '\\"': '"', '\\\\': '\\', '\\/': '/', '\\n': '\n', '\\u0061': 'a' })) {
      expect(read(`x${source}`, 1)).toMatchObject({ text: character, left: '' })
      expect(read(`${source}y${source}${source}`)).toMatchObject({ text: `${character}y${character}${character}`, left: '' })
    }
  })

  it('stops before quotes, control characters and escapes that are cut or unknown', () => {
    for (const stop of ['"', '\n', '\u0000', '\u001f', '\\', '\\u', '\\u00e', '\\q', '\\u00g0', '\\x41', "\\'"]) {
      expect(read(`a\\n${stop}`)).toMatchObject({ text: 'a\n', left: stop })
      expect(read(stop)).toMatchObject({ text: '', left: stop, bytes: 0 })
    }
  })

  it('reports text that may contain a lone surrogate', () => {
    for (const whole of ['😀', 'a😀b😀', 'é中']) expect(read(whole)).toMatchObject({ text: whole, mayBeIllFormed: false })
    for (const odd of ['\ud83d', '\ude00', '\ude00\ud83d', 'a\ud83db', '😀\ud83d']) expect(read(odd)).toMatchObject({ text: odd, mayBeIllFormed: true })
    for (const odd of ['\\ud83d', '\\ud83d\\ude00']) expect(read(odd)).toMatchObject({ mayBeIllFormed: true })
  })

  it('counts the bytes of the source', () => {
    for (const piece of ['é', '中', '😀', 'a😀中é\\n\\u00e9', '\ud83d', 'x\ude00']) expect(read(piece).bytes).toBe(utf8Length(piece))
  })

  it('reads from any place on, and past what is known to be plain', () => {
    expect(read('"abc\\n"', 1)).toEqual({ text: 'abc\n', left: '"', mayBeIllFormed: false, bytes: 5 })
    const run = new PlainTextReader()
    expect([run.read('abc\\n"', 0, asciiEnd('abc\\n"', 0)), run.end]).toEqual(['abc\n', 5])
  })
})
