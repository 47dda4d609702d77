import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { isRecord } from '@pf/core/internal'
import { type PlayOptions, playSteps } from '../model-server/wire/play-steps.ts'
import type { WireStep } from '../model-server/wire/wire-steps.ts'
import type { ProviderRecordings, Recording } from '../recordings/recording.ts'

/** A recording and how it is played. */
export interface Replay {
  recording: Recording
  /** Ends the connection after this many events, or bytes of events, with a reset or cleanly. */
  cut?: { after: number; unit?: 'events' | 'bytes'; how: 'reset' | 'end' }
  /** Stops sending after this many events but keeps the connection open. */
  hangAfter?: number
  /** Number of bytes in each write to the socket. Default: an entire event. */
  bytes?: number
}

/** A request that was sent by a client of the provider. */
export interface ReplayedRequest {
  method: string
  /** Path below the base URL, with its query. */
  url: string
  body: Record<string, unknown>
  /** Resolves when the answer has been sent or the client has disconnected. */
  readonly ended: Promise<'complete' | 'broken' | 'client_gone'>
}

/** A server that answers like the provider of its recordings. */
export interface ReplayServer {
  /** Base URL for the provider's client, without a path. */
  readonly url: string
  readonly requests: readonly ReplayedRequest[]
  /** Sets the recordings for the next requests, one for each request. The last one is used for all later requests. */
  play(...replays: readonly Replay[]): void
  close(): Promise<void>
}

/**
 * Starts a server on loopback that plays recordings over a socket. Like the provider, it refuses another path, a request without key or
 * without the members that the provider requires, and a body that is not JSON. `GET …/ID?starting_after=N` plays the events with a greater
 * `sequence_number`, as the Responses API does, and `POST …/ID/cancel` answers 200.
 */
export async function createReplayServer(provider: ProviderRecordings): Promise<ReplayServer> {
  const requests: ReplayedRequest[] = []
  let queue: readonly Replay[] = []
  const server = createServer({ noDelay: true }, (request, response) => {
    answer(request, response).catch(() => response.destroy())
  })

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { promise: ended, resolve: end } = Promise.withResolvers<'complete' | 'broken' | 'client_gone'>()
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    const { method = 'GET', url = '/' } = request
    const sent = await text(request)
    const { pathname, searchParams } = new URL(url, 'http://server')
    const body: unknown = method === 'POST' && sent !== '' ? JSON.parse(sent) : {}
    requests.push({ method, url, body: isRecord(body) ? body : {}, ended })
    const fault = requestFault(provider, { request, method, pathname, body })
    const [next = fault, ...rest] = queue
    if (!fault && !pathname.endsWith('/cancel') && rest.length > 0) queue = rest
    const replay = fault ?? (pathname.endsWith('/cancel') ? { recording: { body: { status: 'cancelled' } } } : next)
    const after = Number(searchParams.get('starting_after') ?? Number.NaN)
    const played = await playSteps(response, stepsOf(replay ?? refusal(500, 'There is no recording to play.'), after), playOptions(replay, gone.signal))
    end(played === 'interrupted' ? 'client_gone' : played)
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    play: (...replays) => {
      queue = replays
    },
    close: async () => {
      const closed = new Promise((done) => server.close(done))
      server.closeAllConnections()
      await closed
    },
  }
}

function playOptions(replay: Replay | undefined, signal: AbortSignal): PlayOptions {
  const wait: PlayOptions['wait'] = (ms, until) => setTimeout(ms, undefined, { signal: until }).catch(() => undefined)
  return { signal, wait, ...(replay?.bytes === undefined ? {} : { bytes: replay.bytes }) }
}

interface ReplayRequest {
  request: IncomingMessage
  method: string
  pathname: string
  body: unknown
}

function requestFault({ path, keyHeaders, required }: ProviderRecordings, { request, method, pathname, body }: ReplayRequest): Replay | undefined {
  const hasKey = keyHeaders.some((name) => !['', 'Bearer '].includes(String(request.headers[name] ?? '')))
  if (!hasKey) return refusal(401, `The header ${keyHeaders.join(' or ')} is missing.`)
  if (method === 'GET' || pathname.endsWith('/cancel')) return undefined
  if (method !== 'POST' || !path.test(pathname)) return refusal(404, `There is no route for ${method} ${pathname}.`)
  const missing = isRecord(body) ? required.filter((name) => !Object.hasOwn(body, name)) : required
  return missing.length > 0 ? refusal(400, `Missing required parameters: ${missing.join(', ')}.`) : undefined
}

const refusal = (status: number, message: string): Replay => ({ recording: { status, body: { error: { message, type: 'invalid_request_error' } } } })

/** Returns the steps of an answer. `startingAfter` is NaN for a stream from its beginning. */
function stepsOf({ recording, cut, hangAfter }: Replay, startingAfter: number): WireStep[] {
  const { status = 200, headers = {}, events, body } = recording
  const type = events ? 'text/event-stream; charset=utf-8' : 'application/json'
  const head: WireStep = { do: 'head', status, headers: { 'content-type': type, ...headers } }
  if (!events) return [head, { do: 'write', text: JSON.stringify(body) }, { do: 'end' }]
  const wanted = events.filter(({ data }) => !(isRecord(data) && Number(data.sequence_number) <= startingAfter))
  const last = hangAfter === undefined ? (cut?.how ?? 'end') : 'hang'
  if (cut?.unit === 'bytes') return [head, { do: 'write_bytes', bytes: bytesOf(wanted).subarray(0, cut.after) }, { do: last }]
  const shown = wanted.slice(0, cut?.after ?? hangAfter ?? wanted.length)
  const writes = shown.map(({ event, data }): WireStep => ({ do: 'write', text: blockOf(event, data) }))
  return [head, ...writes, { do: last }]
}

/** Returns events as they are transmitted. */
export const bytesOf = (events: NonNullable<Recording['events']>): Buffer => Buffer.from(events.map(({ event, data }) => blockOf(event, data)).join(''))

function blockOf(event: string | undefined, data: unknown): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data)
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${text}\n\n`
}
