import type { AssistantTurn } from '@pf/react-renderers'
import type { ComponentStore } from '@pf/react-renderers/store'

/** Reports answers that end. Those of a loaded history are not reported. */
export interface AnswerWatch {
  /** Starts to report. The last answer that the store has is regarded as known. */
  begin(): void
  end(): void
}

/** Calls `onEnd` once for each run of a store that is over: answered, waiting for the user, cancelled or failed. */
export function watchAnswers(store: ComponentStore, onEnd: (turn: AssistantTurn) => void): AnswerWatch {
  let unsubscribe: (() => void) | undefined
  let known = ''
  const last = () => store.getSnapshot().turns.findLast((turn): turn is AssistantTurn => turn.kind === 'assistant')
  const keyOf = (turn: AssistantTurn | undefined) => (turn && turn.status !== 'running' ? `${turn.run_id}:${turn.status}` : '')
  const look = () => {
    const turn = last()
    const key = keyOf(turn)
    if (!turn || key === '' || key === known) return
    known = key
    onEnd(turn)
  }
  return {
    begin() {
      unsubscribe?.()
      known = keyOf(last())
      unsubscribe = store.subscribe(look)
    },
    end: () => unsubscribe?.(),
  }
}
