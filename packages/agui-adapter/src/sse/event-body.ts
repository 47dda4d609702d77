import { encodeEvent } from './encode-event.ts'

/** Options of an event stream body. */
export interface EventBodyOptions {
  /** Milliseconds without an event after which a comment is sent. */
  pingMs: number
  /** Reconnection delay in milliseconds, sent as the first block. */
  retryMs: number
  /** Called once when the stream ends for any reason. */
  onClose: () => void
  /** Called with the error of the source. The reader only receives an aborted connection. */
  onError: (error: unknown) => void
}

/** A response body with two ways to stop it. */
export interface EventBody {
  stream: ReadableStream<Uint8Array<ArrayBuffer>>
  /** Aborts the body: the reader detects a broken connection and reconnects. */
  abort(): void
  /** Ends the body without an error, for a reader that has left. Hosts report a body that fails. */
  end(): void
}

type NextBlock = { block: IteratorResult<string> } | { error: unknown }

/**
 * Creates a body that requests one block at a time from the source, as the reader reads it. A reader that stops reading holds at most one
 * block and no timer. Nothing is written after the end.
 */
export function createEventBody(blocks: AsyncIterator<string>, { pingMs, retryMs, onClose, onError }: EventBodyOptions): EventBody {
  const bytes = new TextEncoder()
  const pending = createBlockReader(blocks)
  let retrySent = false
  let closed = false
  let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined

  const close = () => {
    if (closed) return false
    closed = true
    pending.close()
    onClose()
    return true
  }
  const take = async (sink: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) => {
    const arrival = await pending.wait(pingMs)
    if (closed) return
    if (!arrival) sink.enqueue(bytes.encode(ping))
    else if ('error' in arrival) {
      close()
      onError(arrival.error)
      sink.error(streamAborted())
    } else if (arrival.block.done) {
      close()
      sink.close()
    } else sink.enqueue(bytes.encode(arrival.block.value))
  }
  const source: UnderlyingDefaultSource<Uint8Array<ArrayBuffer>> = {
    start(sink) {
      controller = sink
    },
    async pull(sink) {
      if (retrySent) return take(sink)
      retrySent = true
      sink.enqueue(bytes.encode(encodeEvent({ retry: retryMs })))
    },
    cancel() {
      close()
    },
  }
  return {
    stream: new ReadableStream(source, { highWaterMark: 0 }),
    abort() {
      if (close()) controller?.error(streamAborted())
    },
    end() {
      if (close()) controller?.close()
    },
  }
}

const ping = encodeEvent({ comment: 'ping' })

/** Reads blocks with a timeout. It holds at most one block that has arrived and was not taken yet. */
function createBlockReader(blocks: AsyncIterator<string>) {
  let requested = false
  let arrival: NextBlock | undefined
  let wake = () => {}
  const put = (value: NextBlock) => {
    arrival = value
    wake()
  }
  const request = () => {
    if (requested) return
    requested = true
    blocks.next().then(
      (block) => put({ block }),
      (error: unknown) => put({ error }),
    )
  }
  const nextArrival = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  return {
    /** Returns the next block, or undefined if none arrived within `ms`. */
    async wait(ms: number): Promise<NextBlock | undefined> {
      request()
      if (!arrival) await nextArrival(ms)
      wake = () => {}
      const taken = arrival
      if (taken) requested = false
      arrival = undefined
      return taken
    },
    /** Ends the source. A block that still arrives is dropped. */
    close() {
      wake()
      blocks.return?.().catch(() => {})
    },
  }
}

/**
 * Creates the error of a body that the server aborts. It has no stack trace, because hosts print body errors and their logs should not
 * contain paths of this package.
 */
export function streamAborted(): DOMException {
  const error = new DOMException('The stream was aborted by the server.', 'AbortError')
  Object.defineProperty(error, 'stack', { value: `${error.name}: ${error.message}` })
  return error
}
