import { expect, it } from 'vitest'
import { storeFailure } from './store-failure.ts'

it('a full disk is reported to the operator, and to servers by the code of the operating system', () => {
  const failure = storeFailure('read or write', { errcode: 13, message: 'database or disk is full' })
  expect(failure).toMatchObject({ code: 'store_failed', message: expect.stringContaining('The disk is full.'), cause: { code: 'ENOSPC' } })
  expect(storeFailure('read or write', { errcode: 10, message: 'disk I/O error' }).cause).not.toHaveProperty('code')
})
