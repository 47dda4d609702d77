import { expect, it } from 'vitest'
import { requireNode } from './require-node.ts'

it.each(['18.20.8', '20.20.2', '21.7.3', '22.15.1'])('refuses Node %s and names both versions', (node) => {
  expect(() => requireNode({ node })).toThrow(
    expect.objectContaining({ code: 'unsupported_runtime', message: `The @pf packages need Node 22.16 or newer. This process runs on Node ${node}.` }),
  )
})

it.each([
  ['Node 22.16', { node: '22.16.0' }],
  ['a newer Node', { node: '100.1.0' }],
  ['the Node of this process', undefined],
  ['Bun, which reports a Node version of its own choice', { node: '20.0.0', bun: '1.2.0' }],
  ['Deno, which does the same', { node: '20.11.1', deno: '2.0.0' }],
  ['a browser', {}],
])('accepts %s', (_, versions) => {
  expect(() => requireNode(versions)).not.toThrow()
})
