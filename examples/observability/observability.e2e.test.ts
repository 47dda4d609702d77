import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createModelServer } from '@pf/testing'
import { afterEach, expect, it } from 'vitest'

const folder = fileURLToPath(new URL('.', import.meta.url))
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const action = (next_node: string, args: object) => ({ content: JSON.stringify({ next_node, args }) })

/** Receives OTLP over HTTP as a collector does, and keeps what it receives. */
async function startCollector() {
  const received: { path: string; body: Buffer }[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push({ path: request.url ?? '', body: Buffer.concat(parts) })
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

interface OtlpSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: object }[]
}

interface OtlpBody {
  resourceSpans?: { scopeSpans: { spans: OtlpSpan[] }[] }[]
  resourceMetrics?: { scopeMetrics: { metrics: { name: string }[] }[] }[]
}

type Line = Record<string, unknown> & { msg: string }

/** Starts the example. Its log lines are collected until it ends. */
function start(env: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, ['--conditions=pf-source', 'server.ts'], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', PORT: '0', OPENAI_API_KEY: 'sk-test-secret-key', ...env },
  })
  closing.push(() => child.kill('SIGKILL'))
  const lines: Line[] = []
  const errors: string[] = []
  child.stderr?.setEncoding('utf8').on('data', (piece: string) => errors.push(piece))
  if (child.stdout) createInterface({ input: child.stdout }).on('line', (line) => lines.push(JSON.parse(line) as Line))
  return { child, lines, errors }
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return String(port)
}

it('spans and metrics of a run reach a collector, and its log lines the output, without content and keys', async () => {
  const collector = await startCollector()
  const model = await createModelServer({
    stories: [{ name: 'dice', match: () => true, reply: () => [action('roll', { sides: 6 }), action('final_response', { answer: 'SECRET answer' })] }],
  })
  closing.push(() => model.close())
  const port = await freePort()
  const { child, lines, errors } = start({ OPENAI_BASE_URL: model.url, OPENAI_MODEL: 'scripted', PORT: port, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  await expect.poll(() => lines.map(({ msg }) => msg), { timeout: 30_000 }).toContain('The server is ready.')
  const body = {
    threadId: 't1',
    runId: 'r1',
    messages: [{ id: 'u1', role: 'user', content: 'SECRET question' }],
    tools: [],
    context: [],
    state: {},
    forwardedProps: {},
  }
  const response = await fetch(`http://127.0.0.1:${port}/agui/agent`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(await response.text()).toContain('RUN_FINISHED')
  child.kill('SIGTERM')
  expect([(await once(child, 'close'))[0], errors.join('')]).toEqual([0, ''])

  const bodies = collector.received.map(({ body: bytes }) => JSON.parse(bytes.toString()) as OtlpBody)
  const spans = bodies.flatMap(({ resourceSpans = [] }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
  expect(spans.map(({ name }) => name).sort()).toEqual(['chat scripted', 'chat scripted', 'execute_tool roll', 'invoke_agent dice'])
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1)
  const metrics = bodies.flatMap(({ resourceMetrics = [] }) => resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics)))
  expect(metrics.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'gen_ai.client.inference.duration',
      'gen_ai.client.inference.usage.input_tokens',
      'gen_ai.client.inference.operation.input_tokens',
      'gen_ai.client.inference.time_to_first_chunk',
      'gen_ai.invoke_agent.duration',
    ]),
  )
  expect(lines).toContainEqual(expect.objectContaining({ run_id: 'r1', thread_id: 't1', reason: 'answer', trace_id: spans[0]?.traceId }))
  expect(JSON.stringify([bodies, lines])).not.toMatch(/SECRET|sk-test/)
})

it('the compose file publishes the port to which the server sends by default, on loopback only', () => {
  const ports = [...readFileSync(new URL('./compose.yaml', import.meta.url), 'utf8').matchAll(/- ([\d.]+):(\d+):(\d+)$/gm)].map(([, host, from, to]) => [
    host,
    from,
    to,
  ])
  expect(ports).toEqual([
    ['127.0.0.1', '3000', '3000'],
    ['127.0.0.1', '4318', '4318'],
  ])
})
