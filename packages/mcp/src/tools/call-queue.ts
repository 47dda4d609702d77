import type { ToolContext } from '@pf/core'

/** Runs the calls of one server, either concurrently or one at a time. */
export interface CallQueue {
  /** Runs a call. Rejects with the call's own error, or with the abort reason if the context was aborted before the call began. */
  run<T>(context: ToolContext, call: () => Promise<T>): Promise<T>
  /** The context of the running call. Always undefined in a queue that is not sequential. */
  current(): ToolContext | undefined
}

/**
 * Creates the queue of one server. A sequential queue runs one call at a time, so that a question of the server belongs to exactly one
 * call. A failed call does not stop the calls behind it.
 */
export function createCallQueue({ sequential }: { sequential: boolean }): CallQueue {
  let last: Promise<unknown> = Promise.resolve()
  let current: ToolContext | undefined
  const runAlone = async <T>(context: ToolContext, call: () => Promise<T>): Promise<T> => {
    context.signal.throwIfAborted()
    current = context
    try {
      return await call()
    } finally {
      current = undefined
    }
  }
  return {
    current: () => current,
    run: (context, call) => {
      if (!sequential) return call()
      const next = last.then(() => runAlone(context, call))
      last = next.catch(() => undefined)
      return next
    },
  }
}
