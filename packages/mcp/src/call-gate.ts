import type { ToolContext } from '@pf/core'

/** Lets calls of one server through: side by side, or one after the other where a question must be known to belong to one of them. */
export interface CallGate {
  run<T>(context: ToolContext, call: () => Promise<T>): Promise<T>
  /** The call that a question belongs to. */
  current(): ToolContext | undefined
}

/** Creates the gate of one server. */
export function createCallGate(oneByOne: boolean): CallGate {
  let last: Promise<unknown> = Promise.resolve()
  let current: ToolContext | undefined
  const alone = async <T>(context: ToolContext, call: () => Promise<T>): Promise<T> => {
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
      if (!oneByOne) return call()
      const next = last.then(() => alone(context, call))
      last = next.catch(() => undefined)
      return next
    },
  }
}
