import { expect, it } from 'vitest'
import { startPostgres } from '../../../tooling/test-support/postgres.ts'
import { createPostgresStore } from './create-postgres-store.ts'

it('a server that is older than PostgreSQL 15 is refused', async () => {
  const server = await startPostgres({ version: '14.23.0-beta.17' })
  try {
    await expect(createPostgresStore({ connectionString: server.url })).rejects.toMatchObject({
      code: 'store_failed',
      message: 'PostgreSQL 14.23 is too old for this store. Use PostgreSQL 15 or newer.',
    })
  } finally {
    await server.stop()
  }
})
