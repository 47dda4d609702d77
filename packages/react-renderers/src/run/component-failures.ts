import type { ComponentFailure, RunClient, RunRequest } from '@pf/core'
import type { AssistantTurn, ComponentState, ComponentStore } from '../store/model/types.ts'
import { plainText } from '../text/plain-text.ts'

/** A component that could not be drawn. `id` is the id of the component, or of one inside it. */
export interface DrawingFailure {
  id: string
  component: string
  reason: string
}

const maxReasonChars = 200
const maxReported = 16
/** The failures of each store by the id that failed, with the component of the turn that contains it. */
const failuresByStore = new WeakMap<ComponentStore, Map<string, { failure: ComponentFailure; shown: ComponentState }>>()

/**
 * Records that a component of the last answer could not be drawn, for the next request, and reports it immediately to an active run. Does
 * nothing outside of a conversation, and for components of earlier answers.
 */
export function addFailure({ client, store }: { client?: RunClient | undefined; store?: ComponentStore | undefined }, failed: DrawingFailure): void {
  const turn = store && lastAnswer(store)
  const shown = turn?.components.find(({ id, status }) => status === 'ready' && (failed.id === id || failed.id.startsWith(`${id}/`)))
  if (!store || !turn || !shown) return
  const reason = plainText(failed.reason, maxReasonChars) || 'It could not be drawn.'
  const failure = { run_id: turn.run_id, component_id: shown.id, component: failed.component, reason }
  const failures = failuresByStore.get(store) ?? new Map<string, { failure: ComponentFailure; shown: ComponentState }>()
  failuresByStore.set(store, failures)
  const known = failures.get(failed.id)
  if (known?.failure.reason === reason && known.shown.props === shown.props) return
  failures.set(failed.id, { failure, shown })
  // The next request contains the failure in any case.
  if (turn.status === 'running') client?.componentFailed?.(failure).catch(() => undefined)
}

/**
 * Returns the failures of the components of the last answer for the next request, unless the model has replaced the components. They are
 * untrusted data, like all data from a page.
 */
export function failureContext(store: ComponentStore): NonNullable<RunRequest['context']> {
  const components = lastAnswer(store)?.components ?? []
  const failures = [...(failuresByStore.get(store)?.values() ?? [])].filter(({ shown }) => components.some(({ props }) => props === shown.props))
  if (failures.length === 0) return []
  const reported = failures.slice(0, maxReported).map(({ failure: { component_id: id, component, reason } }) => ({ id, component, reason }))
  return [
    { description: 'Components of the last answer that the page could not draw. The user sees a card in place of each.', value: JSON.stringify(reported) },
  ]
}

const lastAnswer = (store: ComponentStore) => store.getSnapshot().turns.findLast((turn): turn is AssistantTurn => turn.kind === 'assistant')
