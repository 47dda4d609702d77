import { describe, expect, it } from 'vitest'
import { actionOf, codeOf } from '../../test-support/normalized.ts'

describe('normalizeAction: an action that is cut', () => {
  it('is refused when the cut is inside a wrapper that could still change the action', () => {
    expect(codeOf('{"action":{"next_node":"search","args":{"q":1}}')).toBe('accepted')
    expect(codeOf('{"action":{"next_node":"search","args":{"q":1}},"tool":"dele')).toBe('incomplete')
    expect(codeOf('{"action":{"next_node":"search","args":{"q":1')).toBe('incomplete')
  })

  it('is reported as incomplete when a JSON string ends behind the brace of the action', () => {
    expect(codeOf('"{\\"')).toBe('incomplete')
  })

  it('is read when only closing brackets are missing', () => {
    expect(actionOf('{"next_node":"search","args":{"q":1}')).toEqual({ next_node: 'search', args: { q: 1 } })
  })
})
