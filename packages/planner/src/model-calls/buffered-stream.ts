import type { ActionStream } from './action-stream.ts'

/** A stream that shows nothing until it is released. */
export interface BufferedStream {
  stream: ActionStream
  /** Shows everything that was received, in order. */
  release(): void
}

/** Buffers the output of a model that must be checked as a whole before it is shown. */
export function bufferStream(inner: ActionStream): BufferedStream {
  const waiting: (() => void)[] = []
  const { raw } = inner
  return {
    stream: {
      get thought() {
        return inner.thought
      },
      complete: inner.complete,
      withdraw: inner.withdraw,
      reasoning: (text) => void waiting.push(() => inner.reasoning(text)),
      feed: (events) => void waiting.push(() => inner.feed(events)),
      ...(raw ? { raw: (text: string) => void waiting.push(() => raw(text)) } : {}),
    },
    release: () => {
      for (const show of waiting.splice(0)) show()
    },
  }
}
