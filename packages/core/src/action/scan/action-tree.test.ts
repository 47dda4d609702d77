import { describe, expect, it } from 'vitest'
import type { TreeBuilder } from '../../streaming/tree-builder.ts'
import { createActionTree } from './action-tree.ts'

/** Adds members, of which some have the same name, to a tree. A list stands for an object, as pairs of a name and a value. */
type Members = readonly (readonly [string, string | number | Members])[]

function build(tree: TreeBuilder, members: Members): unknown {
  tree.open(false)
  for (const [name, value] of members) {
    tree.key(name)
    if (typeof value === 'string') tree.whole(value)
    else if (typeof value === 'number') tree.scalar(value)
    else build(tree, value)
  }
  tree.close()
  return tree.root
}

const twice = (name: string): Members => [
  [name, 'first'],
  [name, 'last'],
]

describe('createActionTree: repeated keys', () => {
  const read = (members: Members) => build(createActionTree(), members)

  it.each(['answer', 'raw_answer'])('keeps the first %s in the arguments of an action, and the last elsewhere', (name) => {
    const [first, last] = [{ [name]: 'first' }, { [name]: 'last' }]
    const again = twice(name)
    expect(read([['args', again]])).toEqual({ args: first })
    expect(read([['tool', [['args', again]]]])).toEqual({ tool: { args: first } })
    expect(read(again)).toEqual(last)
    expect(read([['other', again]])).toEqual({ other: last })
    expect(read([['args', [['other', again]]]])).toEqual({ args: { other: last } })
    expect(read([['args', [['args', again]]]])).toEqual({ args: { args: last } })
    expect(read([['tool', [['other', again]]]])).toEqual({ tool: { other: last } })
    expect(read([['tool', [['args', [['other', again]]]]]])).toEqual({ tool: { args: { other: last } } })
    expect(read([['tool', [['other', [['args', again]]]]]])).toEqual({ tool: { other: { args: last } } })
  })

  it.each(['next_node', 'args'])('keeps the first %s of an action, and the last elsewhere', (name) => {
    const [first, last] = [{ [name]: 'first' }, { [name]: 'last' }]
    const again = twice(name)
    expect(read(again)).toEqual(first)
    expect(read([['tool', again]])).toEqual({ tool: first })
    expect(read([['args', again]])).toEqual({ args: last })
    expect(read([['tool', [['other', again]]]])).toEqual({ tool: { other: last } })
  })

  it('keeps the last of all other members', () => {
    expect(read(twice('thought'))).toEqual({ thought: 'last' })
    expect(read([['args', twice('query')]])).toEqual({ args: { query: 'last' } })
  })

  it('replaces an answer that is not a string, at the position of the string', () => {
    const { args } = read([
      [
        'args',
        [
          ['answer', 1],
          ['n', 2],
          ['answer', 'text'],
          ['answer', 'more'],
        ],
      ],
    ]) as { args: object }
    expect(Object.entries(args)).toEqual([
      ['n', 2],
      ['answer', 'text'],
    ])
  })

  it('reads the root as arguments if it is one', () => {
    const readArgs = (members: Members) => build(createActionTree(true), members)
    expect(readArgs(twice('answer'))).toEqual({ answer: 'first' })
    expect(readArgs([['other', twice('answer')]])).toEqual({ other: { answer: 'last' } })
    expect(readArgs(twice('next_node'))).toEqual({ next_node: 'last' })
    expect(readArgs([['other', twice('args')]])).toEqual({ other: { args: 'last' } })
  })

  it('reports both values of each repeated key', () => {
    const repeated: [unknown, unknown][] = []
    const tree = createActionTree(false, (first, second) => repeated.push([first, second]))
    build(tree, [
      ['next_node', 'a'],
      [
        'args',
        [
          ['n', 1],
          ['n', 2],
          ['m', 3],
        ],
      ],
      ['next_node', 'b'],
    ])
    expect(repeated).toEqual([
      [1, 2],
      ['a', 'b'],
    ])
  })
})
