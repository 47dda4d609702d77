import pg from 'pg'
import { quoteName } from './migrations.ts'

/** A connection that receives notifications. */
export interface Listener {
  close(): Promise<void>
}

/** Options of a listener. */
export interface ListenerOptions {
  settings: pg.ClientConfig
  channel: string
  /** Called with the notifications of other processes. */
  hear: (payload: string) => void
  /** Called whenever notifications may have been missed. */
  reconnect: () => void
}

/** Delay before the listener connects again, and the time limit for its only statement, in milliseconds. */
const [reconnectMs, answerMs] = [500, 5_000]

/** Creates one connection that listens, for the entire process. It reconnects until it is closed. */
export function startListener({ settings, channel, hear, reconnect }: ListenerOptions): Listener {
  let closed = false
  let current: pg.Client | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const connect = () => {
    const client = new pg.Client({ ...settings, query_timeout: answerMs })
    current = client
    client.on('notification', ({ payload = '' }) => hear(payload))
    client.on('error', () => undefined)
    client.once('end', () => replace(client))
    client
      .connect()
      .then(() => client.query(`LISTEN ${quoteName(channel)}`))
      .then(
        () => closed || reconnect(),
        () => replace(client),
      )
  }
  /** A failed connection emits both an error and an end event, but is replaced only once. */
  const replace = (client: pg.Client) => {
    if (closed || client !== current) return
    current = undefined
    client.end().catch(() => undefined)
    timer = setTimeout(connect, reconnectMs)
  }
  connect()
  return {
    close: async () => {
      closed = true
      clearTimeout(timer)
      await current?.end().catch(() => undefined)
    },
  }
}
