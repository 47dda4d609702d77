import { createPfHandlers } from '@pf/agui-adapter'
import { createMemoryStore } from '@pf/core/memory'
import { createAgent, createDrafts } from '@pf/planner'
import { type RouteGroup, routeGroups } from './routes.ts'

/** Returns the reference of the HTTP routes. Throws if the handlers have a route that the table does not describe, or the other way round. */
export async function httpPage(): Promise<string> {
  const described = routeGroups.flatMap(({ routes }) => Object.keys(routes))
  const existing = await routesOfHandlers()
  const wrong = [...existing.filter((route) => !described.includes(route)), ...described.filter((route) => !existing.includes(route))]
  if (wrong.length > 0) throw new Error(`apps/docs/src/references/routes.ts and the handlers differ in ${wrong.join(', ')}`)
  return `# HTTP routes

\`createPfHandlers\` of \`@pf/agui-adapter\` serves these routes, below its \`basePath\`. Request and response bodies are JSON unless the table says otherwise. Every route except the probes asks \`authenticate\` for the owner first; without one it answers 401. The bytes of an artifact can also be read by a signed URL. [Mounting](../../../../packages/agui-adapter/MOUNTING.md) shows how to put them into Hono, Express, Fastify and Next.

Errors are \`{error, code, …}\`: 400 and 413 have \`issues\`, 409 has \`run_id\`, \`hash\` or \`version\`, and 429 has the header \`Retry-After\`. [Error codes](../../../../packages/core/src/errors/codes.ts) lists every code. A resource that does not exist and one of another owner give the same answer.

An event stream is \`text/event-stream\`. The id of an event is \`seq.k\`: its number in the log of the run and its position among the events of that number. A client that sends it back as \`Last-Event-ID\` continues after it.

${routeGroups.map(section).join('\n\n')}

## Answers to questions

\`result\` is what the component asks for: \`{"confirmed": true}\` of \`confirm\`, \`{"selected": ["a"]}\` of \`select_option\`, an object of the fields' values of \`form\`.
`
}

function section({ title, needs, routes }: RouteGroup): string {
  const entries = Object.entries(routes).map(([route, { does, reads, answers }]) =>
    [`### \`${route}\``, does, ...(reads ? [`**Request:** ${reads}.`] : []), `**Response:** ${answers}.`].join('\n\n'),
  )
  return [`## ${title}`, ...(needs ? [`These routes need ${needs}.`] : []), ...entries].join('\n\n')
}

/** The routes of handlers with every port, as `METHOD /path`. */
async function routesOfHandlers(): Promise<string[]> {
  const ports = createMemoryStore()
  const model = {
    name: 'none',
    async *stream() {
      yield* []
    },
  }
  const agent = createAgent({ model, tools: [], ports, richOutput: { enabled: true }, tasks: {} })
  const drafts = createDrafts({ model, ports })
  const { artifacts, pending, threads } = ports
  const handlers = createPfHandlers({
    agent,
    artifacts,
    pending,
    threads,
    drafts,
    ...(agent.tasks ? { tasks: agent.tasks } : {}),
    authenticate: () => undefined,
  })
  const routes = handlers.routes.map(({ method, path }) => `${method} ${path}`)
  await Promise.all([handlers.close(), agent.close(), drafts.close()])
  return routes
}
