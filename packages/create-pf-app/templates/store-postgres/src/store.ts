import type { StorePorts } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { createPostgresStore } from '@pf/store-postgres'
import { z } from 'zod'

/** `postgres`: conversations are kept in a database, which several processes may share. `memory`: they are lost when the process ends. */
export const storeSettings = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('memory') }),
  z.strictObject({ type: z.literal('postgres'), url: z.string().regex(/^postgres(ql)?:\/\//, 'It must begin with postgres://.') }),
])

/** Opens the configured store. */
export async function openStore(settings: z.infer<typeof storeSettings>): Promise<{ ports: StorePorts; close(): Promise<void> }> {
  if (settings.type === 'memory') return { ports: createMemoryStore(), close: async () => undefined }
  const store = await createPostgresStore({ connectionString: settings.url }).catch((error: Error) => {
    throw new Error(`${error.message}\nStart the database of store.url in pf.config.ts, or set DATABASE_URL to the address of another one.`)
  })
  return { ports: store, close: () => store.close() }
}
