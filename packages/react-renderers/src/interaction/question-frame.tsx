import { type ReactNode, useEffect, useRef } from 'react'
import { useRendering } from '../context/pf-context.ts'
import { useMessages } from '../context/use-messages.ts'
import type { Interaction } from '../hooks/use-asked.ts'
import { questionMessages } from '../messages/questions.ts'
import { controllerOf } from '../run/controllers.ts'
import type { AssistantTurn } from '../store/model/types.ts'
import { plainText } from '../text/plain-text.ts'
import { announce } from './announce.ts'
import { AskedBy } from './asked-by.tsx'
import { useDeadline } from './use-deadline.ts'
import { useQuestionFocus } from './use-question-focus.ts'

/** What stands around the renderer of a question: who asks, the focus, what screen readers are told, and a look at the server when its time is over. */
export function QuestionFrame({ interaction, children }: { interaction: Interaction; children: ReactNode }) {
  const { client, store } = useRendering()
  const box = useRef<HTMLDivElement>(null)
  const { state, question } = interaction
  const waiting = state === 'open' || state === 'submitting' || state === 'failed'
  useQuestionFocus(box, waiting)
  useTold(interaction)
  useDeadline(waiting ? question.deadline : undefined, () => {
    if (client && store)
      void controllerOf(client, store, store.getSnapshot().run.thread_id ?? '')
        .restore()
        .catch(() => undefined)
  })
  return (
    <div className="pf-question" ref={box} data-state={state}>
      {waiting && <AskedBy question={question} turn={turnOf(interaction, store?.getSnapshot().turns)} />}
      {children}
    </div>
  )
}

function turnOf({ question }: Interaction, turns: readonly { kind: string }[] = []): AssistantTurn | undefined {
  return turns.find((turn): turn is AssistantTurn => turn.kind === 'assistant' && (turn as AssistantTurn).questions.some(({ id }) => id === question.id))
}

const says = new Map<Interaction['state'], Exclude<keyof typeof questionMessages, 'waits' | 'waiting' | 'needs' | 'moreArguments'>>([
  ['submitting', 'beingSent'],
  ['failed', 'notTaken'],
  ['answered', 'answered'],
  ['answered_elsewhere', 'answeredElsewhere'],
  ['expired', 'expired'],
  ['cancelled', 'cancelled'],
])

/** Tells every change of state, and a question that is there from the start only while it waits. */
function useTold({ state, question }: Interaction) {
  const { live } = useRendering()
  const messages = useMessages('ask', questionMessages)
  const before = useRef<string | undefined>(undefined)
  const { title, message } = question.props
  useEffect(() => {
    if (before.current === state) return
    const first = before.current === undefined
    before.current = state
    const heading = [title, message].find((text) => typeof text === 'string')
    const said = says.get(state)
    if (state === 'open') announce(live?.current, messages.waiting(plainText(typeof heading === 'string' ? heading : '', 200)))
    else if (said && !first) announce(live?.current, messages[said])
  }, [live, state, title, message, messages])
}
