import { describe, expect, it } from 'vitest'
import { nearestNames } from './nearest-names.ts'

describe('nearestNames', () => {
  it('finds misspelt, re-cased and re-ordered names', () => {
    const known = ['run_query', 'list_tables', 'render_component']
    expect(nearestNames('runquery', known)[0]).toBe('run_query')
    expect(nearestNames('List_Table', known)[0]).toBe('list_tables')
    expect(nearestNames('component_render', known)[0]).toBe('render_component')
  })

  it('finds nothing for a name that is like none', () => {
    expect(nearestNames('zzzzzzzzzzzz', ['run_query', 'list_tables'])).toEqual([])
  })

  it('is quick for a name of a megabyte', () => {
    expect(nearestNames('x'.repeat(1_000_000), ['run_query'])).toEqual([])
  })
})
