import { createPfHandlers } from '@pf/agui-adapter'
import { createAgent } from '@pf/planner'
import { builtInComponents } from '@pf/registry'
import { type Config, readConfig } from './config.ts'
import { type AppModel, connectModel } from './model.ts'
import { openStore } from './store.ts'
import { salesReport } from './tools/sales-report.ts'

const system = 'You answer questions about the sales of a shop. Take every number from a tool. Show rows as a chart or a table by their reference.'

export interface AppOptions {
  /** Prefix of all paths, such as `/api`. */
  basePath?: string
  /** Replaces the configured model, for tests. */
  model?: AppModel
}

/** Creates the agent and its HTTP interface. Throws an Error that names the file and the line of an invalid setting. */
export async function createApp(given: Config, { basePath = '', model: replacement }: AppOptions = {}) {
  const config = readConfig(given)
  const store = await openStore(config.store)
  const model = replacement ?? (await connectModel(config.model))
  const agent = createAgent({
    model: model.model,
    tools: [salesReport],
    ports: store.ports,
    system,
    richOutput: { ...config.richOutput, renderers: builtInComponents },
    limits: config.limits,
  })
  const handlers = createPfHandlers({
    agent,
    artifacts: store.ports.artifacts,
    pending: store.ports.pending,
    threads: store.ports.threads,
    // Everyone is the same user until this reads a session of yours. Undefined answers 401.
    authenticate: () => ({ id: 'local' }),
    basePath,
    onError: console.error,
  })
  const status = `${basePath}/status`
  return {
    agent,
    model,
    /** The paths of the interface, with parameters as `:name`. */
    paths: [...new Set([...handlers.routes.map(({ path }) => path.replaceAll(/\{(\w+)\}/g, ':$1')), status])],
    /** Answers a request to one of the paths. */
    fetch: async (request: Request): Promise<Response> =>
      new URL(request.url).pathname === status ? Response.json({ model: model.name, scripted: model.scripted }) : handlers.fetch(request),
    /** Ends the streams and the runs, and closes the store. */
    async close() {
      await handlers.close()
      await agent.close()
      await store.close()
      await model.close()
    },
  }
}

export type App = Awaited<ReturnType<typeof createApp>>
