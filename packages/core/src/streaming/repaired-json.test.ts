import { describe, expect, it } from 'vitest'
import { RepairedJson } from './repaired-json.ts'

function createEnabled(): RepairedJson {
  const repaired = new RepairedJson()
  repaired.on = true
  return repaired
}

describe('RepairedJson', () => {
  it('copies neighbouring parts of the input as one and keeps their order with other text', () => {
    const repaired = createEnabled()
    repaired.appendSource('{"a":1}', 0, 1)
    repaired.appendSource('{"a":1}', 1, 5)
    repaired.append('"one"')
    repaired.appendSource('{"a":1}', 6, 7)
    expect(repaired.take()).toBe('{"a":"one"}')
    expect(repaired.take()).toBe('')
  })

  it('holds a comma and the blanks behind it until a member follows, over several pieces', () => {
    const repaired = createEnabled()
    repaired.appendSource('1 , ', 0, 1)
    repaired.appendBlank('1 , ', 1)
    repaired.appendComma('1 , ', 2)
    repaired.appendBlank('1 , ', 3)
    expect(repaired.take()).toBe('1 ')
    repaired.appendBlank('\n2', 0)
    repaired.appendBlank('\u00a0', 0)
    expect(repaired.take()).toBe('')
    repaired.appendSource('\n2', 1, 2)
    expect(repaired.take()).toBe(', \n 2')
  })

  it('drops a comma that no member follows', () => {
    const repaired = createEnabled()
    repaired.appendSource('[1, ]', 0, 2)
    repaired.appendComma('[1, ]', 2)
    repaired.appendBlank('[1, ]', 3)
    repaired.dropComma()
    repaired.appendSource('[1, ]', 4, 5)
    expect(repaired.take()).toBe('[1]')
  })

  it('inserts a comma where the input has another character or none, at the start of a piece too', () => {
    const repaired = createEnabled()
    repaired.appendComma('{}', 0)
    repaired.appendSource('{}', 0, 1)
    repaired.appendSource('{}', 1, 2)
    expect(repaired.take()).toBe(',{}')
    repaired.appendComma('\uff0c2', 0)
    repaired.appendSource('\uff0c2', 1, 2)
    expect(repaired.take()).toBe(',2')
  })

  it('leaves out a member and its comma while muted', () => {
    const repaired = createEnabled()
    const text = '"a":1,"a":2,"b":3'
    repaired.appendSource(text, 0, 5)
    repaired.appendComma(text, 5)
    repaired.mute()
    repaired.appendSource(text, 6, 11)
    repaired.unmute()
    repaired.appendComma(text, 11)
    repaired.appendSource(text, 12, 17)
    expect(repaired.take()).toBe('"a":1,"b":3')
  })
})
