import type { Route } from '../options/agent-options.ts'
import type { RunState } from '../state/run-state.ts'
import type { CompiledAgent } from './compiled-agent.ts'

/**
 * Returns the model and effort of a run: those chosen by the router, otherwise those of the agent. A model that is no longer available is
 * replaced by the default.
 */
export function routeOf({ agent, state }: { agent: Pick<CompiledAgent, 'model' | 'reasoningEffort' | 'routing'>; state: Pick<RunState, 'route'> }): Route {
  const { model, reasoningEffort, routing } = agent
  const effort = state.route?.effort ?? reasoningEffort
  return { model: routing?.choices.get(state.route?.model ?? '')?.model ?? model, ...(effort ? { effort } : {}) }
}
