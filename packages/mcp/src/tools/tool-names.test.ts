import { describe, expect, it } from 'vitest'
import { toolNames } from './tool-names.ts'

describe('toolNames', () => {
  it('are the server and the tool, in signs that an agent takes', () => {
    expect(toolNames('files', ['read', 'write-all', 'a b/c', 'é'])).toEqual(['files_read', 'files_write-all', 'files_a_b_c', 'files__'])
  })

  it('stay apart and short, and are the same in every process', () => {
    const names = ['x'.repeat(128), `${'x'.repeat(127)}y`, 'a b', 'a/b']
    const made = toolNames('s', names)
    expect(new Set(made).size).toBe(4)
    for (const name of made) expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/)
    expect(toolNames('s', names)).toEqual(made)
  })
})
