import { describe, expect, it } from 'vitest'
import { RepairedJson } from './repaired-json.ts'

describe('RepairedJson', () => {
  it('cuts neighbouring parts of the input out as one and keeps their order with other text', () => {
    const echo = new RepairedJson()
    echo.copy('{"a":1}', 0, 1)
    echo.copy('{"a":1}', 1, 5)
    echo.put('"one"')
    echo.copy('{"a":1}', 6, 7)
    expect(echo.take()).toBe('{"a":"one"}')
    expect(echo.take()).toBe('')
  })

  it('holds a comma and the blanks behind it until a member follows, over several pieces', () => {
    const echo = new RepairedJson()
    echo.copy('1 , ', 0, 1)
    echo.blank('1 , ', 1)
    echo.comma('1 , ', 2)
    echo.blank('1 , ', 3)
    expect(echo.take()).toBe('1 ')
    echo.blank('\n2', 0)
    echo.blank('\u00a0', 0)
    expect(echo.take()).toBe('')
    echo.copy('\n2', 1, 2)
    expect(echo.take()).toBe(', \n 2')
  })

  it('drops a comma that no member follows', () => {
    const echo = new RepairedJson()
    echo.copy('[1, ]', 0, 2)
    echo.comma('[1, ]', 2)
    echo.blank('[1, ]', 3)
    echo.dropComma()
    echo.copy('[1, ]', 4, 5)
    expect(echo.take()).toBe('[1]')
  })

  it('puts a comma in where the input has another character or none, at the beginning of a piece too', () => {
    const echo = new RepairedJson()
    echo.comma('{}', 0)
    echo.copy('{}', 0, 1)
    echo.copy('{}', 1, 2)
    expect(echo.take()).toBe(',{}')
    echo.comma('\uff0c2', 0)
    echo.copy('\uff0c2', 1, 2)
    expect(echo.take()).toBe(',2')
  })

  it('leaves out a member and its comma while muted', () => {
    const echo = new RepairedJson()
    const text = '"a":1,"a":2,"b":3'
    echo.copy(text, 0, 5)
    echo.comma(text, 5)
    echo.mute()
    echo.copy(text, 6, 11)
    echo.unmute()
    echo.comma(text, 11)
    echo.copy(text, 12, 17)
    expect(echo.take()).toBe('"a":1,"b":3')
  })
})
