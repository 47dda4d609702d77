import { createRunClient, createThreadClient } from '@pf/agui-adapter/client'
import { PfError } from '@pf/core'

/** The client of the list. Both chat agents keep their conversations in the same store. */
export const threadClient = createThreadClient()

const runClient = createRunClient()

/** Maximum number of runs that are cancelled for one deletion: that of the conversation, and those of its background tasks. */
const maxCancelled = 50

/**
 * Deletes a conversation by `remove`. Active runs are cancelled first; if another run starts in the meantime, the conversation is kept and
 * an error is thrown.
 */
export async function deleteThread(thread_id: string, remove: (thread_id: string) => Promise<void>): Promise<void> {
  const cancelled = new Set<string>()
  while (true) {
    try {
      return await remove(thread_id)
    } catch (error) {
      const run_id = PfError.isInstance(error) && error.code === 'busy' ? error.fields.run_id : undefined
      if (typeof run_id !== 'string' || cancelled.has(run_id) || cancelled.size >= maxCancelled) throw error
      cancelled.add(run_id)
      await runClient.cancel(run_id)
    }
  }
}
