import { describe, expect, it } from 'vitest'
import { formatPointer, parsePointer, readPointer } from './pointer.ts'

describe('JSON Pointer', () => {
  it('splits and joins tokens, with ~0 and ~1', () => {
    expect(parsePointer('')).toEqual([])
    expect(parsePointer('/a~1b/~0/0/')).toEqual(['a/b', '~', '0', ''])
    expect(formatPointer(['a/b', '~', 0, ''])).toBe('/a~1b/~0/0/')
    for (const malformed of ['a', '/~', '/~2', '#/a']) expect(parsePointer(malformed)).toBeUndefined()
  })

  it('reads own properties and places of lists only', () => {
    const value: unknown = JSON.parse('{"a":[{"b":null}],"__proto__":1}')
    expect(readPointer(value, '/a/0/b')).toEqual({ found: true, value: null })
    expect(readPointer(value, '/__proto__')).toEqual({ found: true, value: 1 })
    for (const pointer of ['/a/00', '/a/-', '/a/length', '/a/1', '/toString', '/a/0/b/c']) expect(readPointer(value, pointer)).toEqual({ found: false })
  })

  it('throws nothing, whatever the pointer is', () => {
    for (const wrong of [null, undefined, 5, ['a'], {}, { startsWith: 1 }]) {
      expect(parsePointer(wrong as never)).toBeUndefined()
      expect(readPointer({ a: 1 }, wrong as never)).toEqual({ found: false })
    }
  })
})
