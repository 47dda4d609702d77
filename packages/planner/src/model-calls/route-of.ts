import type { Route } from '../options/routing.ts'
import type { Run } from '../run/run.ts'

/** The model and effort of a run: the agent's, until a router decides otherwise; a model that is no longer offered is the default one. */
export function routeOf({ agent, state }: Pick<Run, 'agent' | 'state'>): Route {
  const { model, reasoningEffort, routing } = agent
  const effort = state.route?.effort ?? reasoningEffort
  return { model: routing?.choices.get(state.route?.model ?? '')?.model ?? model, ...(effort ? { effort } : {}) }
}
