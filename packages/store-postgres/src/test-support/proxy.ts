import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A database server that is reached over an unreliable network. */
export interface DatabaseProxy {
  /** The connection string of the database behind it. */
  url: string
  /** Drops all data on the connections that are currently open, in both directions, without closing them. */
  silence(): void
  /** Ends all connections and answers new ones like a server that is starting, until `accept` is called. */
  refuse(): void
  accept(): void
  /** Returns the number of connections that have been opened so far. */
  opened(): number
  close(): Promise<void>
}

/** Creates the answer of a server that is starting: an ErrorResponse of the protocol. */
function startingUp(): Buffer {
  const fields = Buffer.from('SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0')
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

/** Starts a proxy for the server of a connection string. */
export async function startProxy(url: string): Promise<DatabaseProxy> {
  const target = new URL(url)
  const { port, hostname } = target
  const pairs = new Set<{ silent: boolean; sockets: [Socket, Socket] }>()
  let refusing = false
  let opened = 0
  const server = createServer((client) => {
    opened += 1
    client.on('error', () => undefined)
    if (refusing) {
      client.once('data', () => client.end(startingUp()))
      return
    }
    const upstream = connect(Number(port), hostname)
    upstream.on('error', () => undefined)
    const pair: { silent: boolean; sockets: [Socket, Socket] } = { silent: false, sockets: [client, upstream] }
    pairs.add(pair)
    const pass = (from: Socket, to: Socket) => {
      from.on('data', (bytes) => pair.silent || to.write(bytes))
      from.on('close', () => {
        if (!pair.silent) to.destroy()
      })
    }
    pass(client, upstream)
    pass(upstream, client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const end = () => {
    for (const { sockets } of pairs) for (const socket of sockets) socket.destroy()
    pairs.clear()
  }
  target.port = String((server.address() as AddressInfo).port)
  return {
    url: target.href,
    silence: () => {
      for (const pair of pairs) pair.silent = true
    },
    refuse: () => {
      refusing = true
      end()
    },
    accept: () => {
      refusing = false
    },
    opened: () => opened,
    close: async () => {
      end()
      server.close()
      await once(server, 'close')
    },
  }
}
