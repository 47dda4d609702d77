import { expect, it, vi } from 'vitest'
import { newId } from './new-id.ts'

it('is another one each time, also where the page is not secure', () => {
  expect(newId()).not.toBe(newId())
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const ids = [newId(), newId()]
  vi.unstubAllGlobals()
  expect(ids[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(ids[0]).not.toBe(ids[1])
})
