import { describe, expect, it } from 'vitest'
import { toolNames } from './to-tool-definitions.ts'

describe('toolNames', () => {
  it('joins server and tool name and replaces characters that an agent does not accept', () => {
    expect(toolNames('files', ['read', 'write-all', 'a b/c', 'é'])).toEqual(['files_read', 'files_write-all', 'files_a_b_c', 'files__'])
  })

  it('keeps names unique, at most 64 characters long and stable', () => {
    const names = ['x'.repeat(128), `${'x'.repeat(127)}y`, 'a b', 'a/b']
    const made = toolNames('s', names)
    expect(new Set(made).size).toBe(4)
    for (const name of made) expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/)
    expect(toolNames('s', names)).toEqual(made)
  })
})
