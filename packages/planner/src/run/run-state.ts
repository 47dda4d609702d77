import type { JsonValue } from '@pf/core'
import type { StepCommit } from '../log/step-commit.ts'
import { savedPlan } from '../state/saved-plan.ts'
import type { SavedRun } from '../state/saved-run.ts'
import type { Run } from './run.ts'

/** What another node needs to know of a run; written with every step. */
export function stateOf(run: Run, status: 'running' | 'paused' = 'running'): JsonValue {
  const { place, waiting, settled, lastCall, lastObservation } = run
  const saved: SavedRun = {
    version: 2,
    status,
    turn: run.turn,
    client: run.client,
    client_tools: run.client_tools,
    known: run.known,
    context: run.context,
    step: place.step,
    attempt: place.attempt,
    model_calls: place.modelCalls,
    fruitless: run.fruitless,
    tokens: place.tokens,
    chars_per_token: place.charsPerToken,
    ...(run.prepared ? { prepared: true } : {}),
    ...savedRoute(run),
    ...(run.memory ? { memory: run.memory } : {}),
    ...(lastCall ? { last_call: lastCall } : {}),
    // Without the system prompt, which is the agent's and may be another one tomorrow.
    history: run.history.slice(1),
    transcript: run.transcript,
    later: run.later,
    sources: run.sources,
    warnings: run.warnings,
    ...(lastObservation === undefined ? {} : { last_observation: lastObservation }),
    artifacts: run.collector.snapshot(),
    components: { spent: run.components.budget?.spent ?? 0, inlined: run.components.inline.inlined },
    secrets: run.secretPlaces,
    in_flight: [...run.inFlight.values()],
    ...(waiting ? { waiting } : {}),
    ...(settled ? { settled } : {}),
    ...(run.planned ? { planned: savedPlan(run.planned) } : {}),
    takeovers: run.takeovers,
  }
  return saved as unknown as JsonValue
}

function savedRoute({ agent, route }: Run): Pick<SavedRun, 'route'> {
  if (!agent.routing) return {}
  const name = [...agent.routing.choices].find(([, { model }]) => model === route.model)?.[0] ?? ''
  return { route: { model: name, ...(route.effort ? { effort: route.effort } : {}) } }
}

/** Takes what has gathered since the last step commit. */
export function takeStepCommit(run: Run): StepCommit {
  return { state: stateOf(run), thread: run.entries.splice(0), artifacts: run.storedArtifacts.splice(0) }
}

/** Writes state, events, thread entries and artifact records together. */
export function saveState(run: Run): Promise<void> {
  return run.writer.commit(takeStepCommit(run))
}
