import { expect, it } from 'vitest'
import { exportsOf, forgottenIn, withoutForgotten } from './forgotten-exports.mjs'

const root = ['export interface StorePorts {', '}', '', 'export class PfError<Code> extends Error {', '}', '', 'export { Storage_2 as Storage }', ''].join('\n')
const subpath = [
  '// Warning: (ae-forgotten-export) The symbol "StorePorts" needs to be exported by the entry point memory.d.ts',
  '//',
  'export function createStore(): StorePorts;',
  '    // Warning: (ae-forgotten-export) The symbol "Hidden" needs to be exported by the entry point memory.d.ts',
  '',
].join('\n')

it('reads the exported names of a report, renamed ones included', () => {
  expect([...exportsOf(root)]).toEqual(['StorePorts', 'PfError', 'Storage'])
})

it('a subpath may refer to types of the root, and to no other type that it does not export', () => {
  expect(forgottenIn(subpath)).toEqual(['StorePorts', 'Hidden'])
  expect(forgottenIn(withoutForgotten(subpath, exportsOf(root)))).toEqual(['Hidden'])
})
