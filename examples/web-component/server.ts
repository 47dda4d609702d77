// An agent with a chart and a form, and a page without a bundler that shows it. The page is on the same origin as the agent.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { createPfHandlers } from '@pf/agui-adapter'
import { createMemoryStore } from '@pf/core/memory'
import { createAgent } from '@pf/planner'
import { openaiModel } from '@pf/planner/openai'
import { Hono } from 'hono'
import OpenAI from 'openai'
import { startScriptedModel } from './scripted-model.ts'
import { bookTable, ordersByMonth } from './tools.ts'

const { OPENAI_API_KEY: apiKey = 'none', OPENAI_BASE_URL: baseURL, OPENAI_MODEL = 'gpt-5-mini', PORT = '4000' } = process.env
const scripted = apiKey === 'none' && !baseURL ? await startScriptedModel() : undefined
const client = new OpenAI({ apiKey, baseURL: scripted?.url ?? baseURL ?? null })
const model = openaiModel({ client, model: scripted ? 'scripted' : OPENAI_MODEL })

const ports = createMemoryStore()
const tools = [ordersByMonth, bookTable]
const agent = createAgent({ model, tools, ports, richOutput: { enabled: true, allowlist: ['echarts', 'metric', 'form'] } })
// Everybody who can reach this example is the same user. A server of your own reads the user from the session here.
const { artifacts, pending } = ports
const pf = createPfHandlers({ agent, artifacts, pending, authenticate: () => ({ id: 'me' }), onError: console.error })

const app = new Hono()
for (const { path } of pf.routes) app.all(path.replaceAll(/\{(\w+)\}/g, ':$1'), (context) => pf.fetch(context.req.raw))
// The files of the elements. A page of your own copies this folder of the package to its assets.
const elements = fileURLToPath(new URL('dist/standalone', import.meta.resolve('@pf/elements/package.json')))
app.get('/elements/*', serveStatic({ root: elements, rewriteRequestPath: (path) => path.replace('/elements', '') }))
const page = (name: string) => readFile(new URL(`page/${name}`, import.meta.url), 'utf8')
app.get('/page.js', async (context) => context.body(await page('page.js'), 200, { 'content-type': 'text/javascript' }))
app.get('/page.css', async (context) => context.body(await page('page.css'), 200, { 'content-type': 'text/css' }))
// The elements need no inline scripts and no inline styles.
const policy = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'"
app.get('/', async (context) => context.html(await page('index.html'), 200, { 'content-security-policy': policy }))

const server = createServer(getRequestListener(app.fetch)).listen(Number(PORT), '127.0.0.1', () => {
  const address = server.address()
  console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : PORT} with the model ${model.name}`)
})
