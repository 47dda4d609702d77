import { createRunClient, createThreadClient } from '@pf/agui-adapter/client'
import { PfError } from '@pf/core'

/** The client of the list. Both chat agents keep their conversations in the same store. */
export const threadClient = createThreadClient()

const runClient = createRunClient()

/** Deletes a conversation by `remove`. A run that is at work is cancelled first; one that begins meanwhile keeps it, and the error says so. */
export async function deleteThread(thread_id: string, remove: (thread_id: string) => Promise<void>): Promise<void> {
  try {
    await remove(thread_id)
  } catch (error) {
    const run_id = PfError.isInstance(error) && error.code === 'busy' ? error.fields.run_id : undefined
    if (typeof run_id !== 'string') throw error
    await runClient.cancel(run_id)
    await remove(thread_id)
  }
}
