import { createHandlers, type Environment } from './agent.ts'

/** What edge.capnp binds. `AGENTS` creates a Durable Object for each name and returns the one that is there. */
interface Bindings extends Environment {
  AGENTS: { getByName(name: string): { fetch(request: Request): Promise<Response> } }
}

/** An agent with its memory. It is a Durable Object, because a run outlives the request that started it. */
export class AgentObject {
  private readonly handlers: ReturnType<typeof createHandlers>

  constructor(_state: unknown, environment: Bindings) {
    this.handlers = createHandlers(environment)
  }

  fetch(request: Request): Promise<Response> {
    return this.handlers.fetch(request)
  }
}

export default {
  // One object for all users. An app takes one for each user, by the name that it reads from the session.
  fetch: (request: Request, { AGENTS }: Bindings): Promise<Response> => AGENTS.getByName('everyone').fetch(request),
}
