import pg from 'pg'
import { quoteName } from './migrations.ts'

/** A connection that hears of notifications. */
export interface Listener {
  close(): Promise<void>
}

/** What a listener listens to. */
export interface ListenerOptions {
  settings: pg.ClientConfig
  channel: string
  /** Called with what other processes notify. */
  hear: (payload: string) => void
  /** Called whenever notifications may have been missed. */
  reconnect: () => void
}

/** How long the listener waits before it connects again, and for the answer to its only statement, in milliseconds. */
const [reconnectMs, answerMs] = [500, 5_000]

/** One connection that listens, for the whole process. It connects again for as long as it is open. */
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
  /** A connection that fails is told of twice, by its error and by its end, and has one successor. */
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
