import type { StorePorts } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { createSqliteStore } from '@pf/store-sqlite'
import { z } from 'zod'

/** `sqlite`: conversations are kept in one file, which one process uses. `memory`: they are lost when the process ends. */
export const storeSettings = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('memory') }),
  z.strictObject({ type: z.literal('sqlite'), file: z.string().min(1) }),
])

/** Opens the configured store. */
export async function openStore(settings: z.infer<typeof storeSettings>): Promise<{ ports: StorePorts; close(): Promise<void> }> {
  if (settings.type === 'memory') return { ports: createMemoryStore(), close: async () => undefined }
  const store = await createSqliteStore({ file: settings.file })
  return { ports: store, close: () => store.close() }
}
