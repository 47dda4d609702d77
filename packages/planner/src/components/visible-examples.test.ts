import registry from '@pf/registry/registry.json' with { type: 'json' }
import { expect, it } from 'vitest'
import { invisibleContent } from './visible-content.ts'

it.each(registry.components.map(({ name, example }) => [name, example.props] as const))('the example of %s in the registry shows something', (name, props) => {
  expect(props).toBeTypeOf('object')
  expect(invisibleContent(name, props)).toEqual([])
})
