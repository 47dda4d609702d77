import type { Route } from '../options/routing.ts'
import type { SavedRoute } from '../state/saved-route.ts'
import type { AgentCore } from './agent-core.ts'

/** What a run thinks with until a router says otherwise; a model that is no longer offered is the default one. */
export function routeOf({ model, reasoningEffort, routing }: AgentCore, saved: SavedRoute | undefined): Route {
  const effort = saved?.effort ?? reasoningEffort
  return { model: routing?.choices.get(saved?.model ?? '')?.model ?? model, ...(effort ? { effort } : {}) }
}
