import { useRendering } from '../../context/pf-context.ts'
import type { RendererInteraction } from '../../context/renderer-props.ts'
import { useMessages } from '../../context/use-messages.ts'
import { questionMessages } from '../../messages/questions.ts'
import { safeLocale } from '../shared/safe-locale.ts'

const outcomeByState = new Map<RendererInteraction['state'], 'answered' | 'answeredElsewhere' | 'expired' | 'cancelled'>([
  ['answered', 'answered'],
  ['answered_elsewhere', 'answeredElsewhere'],
  ['expired', 'expired'],
  ['cancelled', 'cancelled'],
])

/** True when a question can no longer be answered. */
export const isFinal = ({ state }: Pick<RendererInteraction, 'state'>) => outcomeByState.has(state)

/** The outcome of a question and its time. */
export function OutcomeLine({ interaction: { state, answeredAt } }: { interaction: RendererInteraction }) {
  const { locale } = useRendering()
  const messages = useMessages('question', questionMessages)
  const outcome = outcomeByState.get(state)
  const date = answeredAt === undefined ? undefined : new Date(answeredAt)
  const known = date && !Number.isNaN(date.getTime()) ? date : undefined
  return (
    <span className="pf-prompt-time">
      {outcome && messages[outcome]}
      {known && (
        <>
          {' · '}
          {/* The server may use another time zone. */}
          <time dateTime={known.toISOString()} suppressHydrationWarning>
            {new Intl.DateTimeFormat(safeLocale(locale), { dateStyle: 'medium', timeStyle: 'short' }).format(known)}
          </time>
        </>
      )}
    </span>
  )
}
