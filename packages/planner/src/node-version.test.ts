import { createMemoryStore } from '@pf/core/memory'
import { afterEach, expect, it, vi } from 'vitest'
import { createAgent } from './index.ts'

afterEach(() => vi.unstubAllGlobals())

it('refuses to create an agent on Node 20, and says which version is needed', () => {
  vi.stubGlobal('process', { ...process, versions: { ...process.versions, node: '20.20.2' } })
  const model = { name: 'none', stream: async function* () {} }
  expect(() => createAgent({ model, tools: [], ports: createMemoryStore() })).toThrow(
    'The @pf packages need Node 22.16 or newer. This process runs on Node 20.20.2.',
  )
})
