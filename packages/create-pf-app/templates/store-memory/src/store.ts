import { createMemoryStore } from '@pf/core/memory'
import { z } from 'zod'

/** `memory`: conversations are lost when the process ends. */
export const storeSettings = z.discriminatedUnion('type', [z.strictObject({ type: z.literal('memory') })])

/** Opens the configured store. */
export async function openStore(_settings: z.infer<typeof storeSettings>) {
  return { ports: createMemoryStore(), close: async () => undefined }
}
