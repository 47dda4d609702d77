import { type ReactNode, useEffect, useRef } from 'react'
import { useRendering } from '../context/pf-context.ts'
import { useMessages } from '../context/use-messages.ts'
import type { Interaction } from '../hooks/use-store-interaction.ts'
import { questionMessages } from '../messages/questions.ts'
import { controllerOf } from '../run/controllers.ts'
import type { AssistantTurn } from '../store/model/types.ts'
import { plainText } from '../text/plain-text.ts'
import { announce } from './announcer.ts'
import { QuestionHeader } from './question-header.tsx'
import { useDeadline } from './use-deadline.ts'
import { useQuestionFocus } from './use-question-focus.ts'

/** Wraps the renderer of a question: shows its origin, manages focus and announcements, and refreshes its state from the server after the deadline. */
export function QuestionFrame({ interaction, children }: { interaction: Interaction; children: ReactNode }) {
  const { client, store } = useRendering()
  const box = useRef<HTMLDivElement>(null)
  const { state, question } = interaction
  const waiting = state === 'open' || state === 'submitting' || state === 'failed'
  useQuestionFocus(box, waiting)
  useStatusAnnouncements(interaction)
  useDeadline(waiting ? question.deadline : undefined, () => {
    if (client && store)
      void controllerOf(client, store, store.getSnapshot().run.thread_id ?? '')
        .restore()
        .catch(() => undefined)
  })
  return (
    <div className="pf-question" ref={box} data-state={state}>
      {waiting && <QuestionHeader question={question} turn={turnOf(interaction, store?.getSnapshot().turns)} />}
      {children}
    </div>
  )
}

function turnOf({ question }: Interaction, turns: readonly { kind: string }[] = []): AssistantTurn | undefined {
  return turns.find((turn): turn is AssistantTurn => turn.kind === 'assistant' && (turn as AssistantTurn).questions.some(({ id }) => id === question.id))
}

const announcements = new Map<Interaction['state'], Exclude<keyof typeof questionMessages, 'toolNeedsAnswer' | 'waiting' | 'expected' | 'moreArguments'>>([
  ['submitting', 'beingSent'],
  ['failed', 'notAccepted'],
  ['answered', 'answered'],
  ['answered_elsewhere', 'answeredElsewhere'],
  ['expired', 'expired'],
  ['cancelled', 'cancelled'],
])

/** Announces every state change. A question that exists at the first render is announced only while it is open. */
function useStatusAnnouncements({ state, question }: Interaction) {
  const { live } = useRendering()
  const messages = useMessages('question', questionMessages)
  const previousState = useRef<string | undefined>(undefined)
  const { title, message } = question.props
  useEffect(() => {
    if (previousState.current === state) return
    const first = previousState.current === undefined
    previousState.current = state
    const heading = [title, message].find((text) => typeof text === 'string')
    const announcement = announcements.get(state)
    if (state === 'open') announce(live?.current, messages.waiting(plainText(typeof heading === 'string' ? heading : '', 200)))
    else if (announcement && !first) announce(live?.current, messages[announcement])
  }, [live, state, title, message, messages])
}
