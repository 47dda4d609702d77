import { PfError, type WireEvent } from '@pf/core'

type Step = IteratorResult<WireEvent>
type Told = { events: WireEvent['event'][]; over: boolean }

/** What a body is made of. */
export interface EventsBody {
  events: AsyncIterator<WireEvent>
  /** The first event, where it was asked for already. */
  first?: Promise<Step>
  /** Told behind RUN_STARTED. */
  opening?: readonly WireEvent['event'][]
  signal: AbortSignal | undefined
}

/** The events of a run as an event stream for the agents of other clients; it ends with RUN_ERROR where they fail. */
export function eventsBody({ events, first, opening = [], signal }: EventsBody): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder()
  let next = first
  let left = opening
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const told = await (next ?? events.next()).then(toEvents, toError)
        next = undefined
        if (signal?.aborted) return controller.error(signal.reason)
        const behind = told.events.some(({ type }) => type === 'RUN_STARTED') ? left : []
        if (behind.length > 0) left = []
        const text = [...told.events, ...behind].map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
        if (text !== '') controller.enqueue(bytes.encode(text))
        if (told.over) controller.close()
      },
      async cancel() {
        await events.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

const toEvents = (step: Step): Told => (step.done ? { events: [], over: true } : { events: [step.value.event], over: false })

/** An event and not a broken body: the agents throw a broken body once more, where nobody can catch it. */
const toError = (error: unknown): Told => {
  const { code, message } = PfError.isInstance(error) ? error : new PfError('network', 'The stream broke.')
  return { events: [{ type: 'RUN_ERROR', message, code }], over: true }
}
