import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { loadPeers } from '../peers/libraries.mjs'
import { search, textOf } from './durable-run.mjs'

/** A graph of LangGraph with the same steps: its checkpointer stores the state after each of them, and no tokens. */
export async function createGraph(url, durability) {
  const peers = await loadPeers('@langchain/langgraph', '@langchain/langgraph-checkpoint-postgres')
  const { StateGraph, Annotation, START, END } = peers['@langchain/langgraph'] ?? {}
  const { PostgresSaver } = peers['@langchain/langgraph-checkpoint-postgres'] ?? {}
  if (!StateGraph || !PostgresSaver) return undefined
  const State = Annotation.Root({ messages: Annotation({ reducer: (all, more) => [...all, ...more], default: () => [] }) })
  const stepOf = ({ messages }) => messages.filter(({ role }) => role === 'assistant').length
  const model = (state, config) => {
    let content = ''
    for (const piece of textOf(stepOf(state))) {
      content += piece
      config.writer?.(piece)
    }
    return { messages: [{ role: 'assistant', content }] }
  }
  const tool = ({ messages }) => ({ messages: [{ role: 'tool', content: JSON.stringify(search(JSON.parse(messages.at(-1).content).args)) }] })
  const saver = PostgresSaver.fromConnString(url)
  await saver.setup()
  const graph = new StateGraph(State)
    .addNode('model', model)
    .addNode('tool', tool)
    .addEdge(START, 'model')
    .addConditionalEdges('model', (state) => (stepOf(state) > 2 ? END : 'tool'))
    .addEdge('tool', 'model')
    .compile({ checkpointer: saver })
  return {
    async run(id) {
      let count = 0
      const options = { configurable: { thread_id: id }, streamMode: 'custom', durability }
      for await (const _ of await graph.stream({ messages: [{ role: 'user', content: 'Go.' }] }, options)) count += 1
      if (count !== 104) throw new Error(`LangGraph streamed ${count} pieces`)
    },
    close: () => saver.end(),
  }
}

/** The stream of the answer in Redis, as the AI SDK resumes it: a second reader gets everything, and no state is stored. */
export async function createResumable() {
  const { redis, 'resumable-stream': resumable } = await loadPeers('redis', 'resumable-stream')
  const server = redis && resumable && (await startRedis())
  if (!server) return undefined
  const clients = [redis.createClient({ url: server.url }), redis.createClient({ url: server.url })]
  for (const client of clients) await client.connect()
  const [publisher, subscriber] = clients
  const context = resumable.createResumableStreamContext({ waitUntil: null, publisher, subscriber })
  const source = () =>
    new ReadableStream({
      start(controller) {
        for (const step of [0, 1, 2]) for (const piece of textOf(step)) controller.enqueue(piece)
        controller.close()
      },
    })
  return {
    async run(id) {
      let count = 0
      for await (const _ of await context.resumableStream(id, source)) count += 1
      if (count !== 104) throw new Error(`resumable-stream gave ${count} pieces`)
    },
    async bytes() {
      const info = await publisher.info('memory')
      return Number(/used_memory:(\d+)/.exec(info)?.[1])
    },
    async close() {
      for (const client of clients) await client.close()
      await server.stop()
    },
  }
}

/** A Redis server from PATH; undefined where none is installed. */
async function startRedis() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  const child = spawn(
    'redis-server',
    [
      '--port',
      `${port}`,
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'yes',
      '--appendfsync',
      'everysec',
      '--dir',
      '/tmp',
      '--appenddirname',
      `pf-redis-${port}`,
    ],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  const started = await new Promise((done) => {
    child.once('error', () => done(false))
    child.stdout.on('data', (text) => String(text).includes('Ready to accept connections') && done(true))
    child.once('exit', () => done(false))
  })
  if (!started) return undefined
  const stop = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return { url: `redis://127.0.0.1:${port}`, stop }
}
