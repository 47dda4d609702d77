import { expect, it } from 'vitest'
import { storeFailure } from './store-failure.ts'

it('a full disk is reported to the operator, and to servers by the code of the operating system', () => {
  const failure = storeFailure(Object.assign(new Error('could not extend file'), { code: '53100' }))
  expect(failure).toMatchObject({ code: 'store_failed', message: expect.stringContaining('disk of the database is full'), cause: { code: 'ENOSPC' } })
  expect(failure.fields).toEqual({ sqlstate: '53100' })
})
