import type { AgentCore } from '../agent/agent-core.ts'
import type { Route, SavedRoute } from './routing.ts'

/** What a run thinks with until a router says otherwise; a model that is no longer offered is the default one. */
export function routeOf({ model, reasoningEffort, routing }: AgentCore, saved: SavedRoute | undefined): Route {
  const effort = saved?.effort ?? reasoningEffort
  return { model: routing?.choices.get(saved?.model ?? '')?.model ?? model, ...(effort ? { effort } : {}) }
}
