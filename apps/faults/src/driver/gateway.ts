import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** An address that stays the same while the nodes behind it come and go, as a load balancer without sticky sessions. */
export interface Gateway {
  url: string
  /** Sends new connections to this port, too. */
  add(port: number): void
  /** Sends no new connections to this port. */
  remove(port: number): void
  close(): Promise<void>
}

/** Starts a gateway. Connections go to the nodes in turn, and are refused while there is none. */
export async function startGateway(): Promise<Gateway> {
  const ports: number[] = []
  const sockets = new Set<Socket>()
  let turn = 0
  const server = createServer((client) => {
    const port = ports[turn++ % Math.max(1, ports.length)]
    if (port === undefined) return void client.destroy()
    const upstream = connect(port, '127.0.0.1')
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    client.pipe(upstream)
    upstream.pipe(client)
    upstream.on('close', () => client.destroy())
    client.on('close', () => upstream.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add: (port) => void ports.push(port),
    remove: (port) => {
      const index = ports.indexOf(port)
      if (index >= 0) ports.splice(index, 1)
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
