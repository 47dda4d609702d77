import { PfError, type WireEvent } from '@pf/core'

type Step = IteratorResult<WireEvent>
type Output = { events: WireEvent['event'][]; ended: boolean }

/** Options of createEventsBody. */
export interface EventsBodyOptions {
  events: AsyncIterator<WireEvent>
  /** The result of a `next()` that was already called. */
  first?: Promise<Step>
  /** Events to insert after RUN_STARTED. */
  inserted?: readonly WireEvent['event'][]
  signal: AbortSignal | undefined
}

/** Encodes the events of a run as an event stream for other AG-UI clients. If the events fail, it ends with RUN_ERROR. */
export function createEventsBody({ events, first, inserted = [], signal }: EventsBodyOptions): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder()
  let next = first
  let remaining = inserted
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const output = await (next ?? events.next()).then(toEvents, toError)
        next = undefined
        if (signal?.aborted) return controller.error(signal.reason)
        const insertion = output.events.some(({ type }) => type === 'RUN_STARTED') ? remaining : []
        if (insertion.length > 0) remaining = []
        const text = [...output.events, ...insertion].map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
        if (text !== '') controller.enqueue(bytes.encode(text))
        if (output.ended) controller.close()
      },
      async cancel() {
        await events.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

const toEvents = (step: Step): Output => (step.done ? { events: [], ended: true } : { events: [step.value.event], ended: false })

/** Returns an event instead of failing the body, because the agents rethrow a body error where it cannot be caught. */
const toError = (error: unknown): Output => {
  const { code, message } = PfError.isInstance(error) ? error : new PfError('network', 'The connection was lost.')
  return { events: [{ type: 'RUN_ERROR', message, code }], ended: true }
}
