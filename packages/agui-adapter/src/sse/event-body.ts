import { brokenOff } from './broken-off.ts'
import { encodeEvent } from './encode-event.ts'

/** How a stream is kept alive and what happens when it ends. */
export interface EventBodyOptions {
  /** Silence in milliseconds after which a comment is sent. */
  pingMs: number
  /** Reconnection delay in milliseconds, told to the reader first. */
  retryMs: number
  /** Called once, whichever way the stream ends. */
  onClose: () => void
  /** Told what the source fails with; the reader only sees a broken connection. */
  onError: (error: unknown) => void
}

/** A body made of blocks, and the two ways to stop it. */
export interface EventBody {
  stream: ReadableStream<Uint8Array<ArrayBuffer>>
  /** The reader sees a broken connection, not an end. */
  breakOff(): void
  /** For a reader that has left: a body that fails is a fault which hosts print, one that ends is none. */
  end(): void
}

type Arrival = { block: IteratorResult<string> } | { error: unknown }

/**
 * Sends blocks only as the reader takes them: a reader that stops reading costs one waiting block and no timer.
 * Nothing is written after the end. The source is asked for one block at a time.
 */
export function createEventBody(blocks: AsyncIterator<string>, { pingMs, retryMs, onClose, onError }: EventBodyOptions): EventBody {
  const bytes = new TextEncoder()
  const inbox = createInbox(blocks)
  let greeted = false
  let closed = false
  let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined

  const close = () => {
    if (closed) return false
    closed = true
    inbox.close()
    onClose()
    return true
  }
  const take = async (sink: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) => {
    const arrival = await inbox.wait(pingMs)
    if (closed) return
    if (!arrival) sink.enqueue(bytes.encode(ping))
    else if ('error' in arrival) {
      close()
      onError(arrival.error)
      sink.error(brokenOff())
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
      if (greeted) return take(sink)
      greeted = true
      sink.enqueue(bytes.encode(encodeEvent({ retry: retryMs })))
    },
    cancel() {
      close()
    },
  }
  return {
    stream: new ReadableStream(source, { highWaterMark: 0 }),
    breakOff() {
      if (close()) controller?.error(brokenOff())
    },
    end() {
      if (close()) controller?.close()
    },
  }
}

const ping = encodeEvent({ comment: 'ping' })

/** Holds at most one block that has arrived and was not taken yet; waiting for it leaves nothing behind. */
function createInbox(blocks: AsyncIterator<string>) {
  let asked = false
  let arrival: Arrival | undefined
  let wake = () => {}
  const put = (value: Arrival) => {
    arrival = value
    wake()
  }
  const ask = () => {
    if (asked) return
    asked = true
    blocks.next().then(
      (block) => put({ block }),
      (error: unknown) => put({ error }),
    )
  }
  const arrived = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  return {
    /** The next block, or undefined when none came within `ms`. */
    async wait(ms: number): Promise<Arrival | undefined> {
      ask()
      if (!arrival) await arrived(ms)
      wake = () => {}
      const taken = arrival
      if (taken) asked = false
      arrival = undefined
      return taken
    },
    /** Ends the source; what it still says is not heard. */
    close() {
      wake()
      blocks.return?.().catch(() => {})
    },
  }
}
