import { useRendering } from '../../hooks/context.ts'
import type { RendererInteraction } from '../../renderer/renderer-props.ts'
import { safeLocale } from '../form/safe-locale.ts'

const says: Partial<Record<RendererInteraction['state'], string>> = {
  answered: 'You answered',
  answered_elsewhere: 'Answered in another window',
  expired: 'The time for an answer is over',
  cancelled: 'Left without an answer',
}

/** States in which nothing more can be said to a question. */
export const isOver = ({ state }: Pick<RendererInteraction, 'state'>) => Object.hasOwn(says, state)

/** What became of a question, and when. */
export function OutcomeLine({ interaction: { state, answeredAt } }: { interaction: RendererInteraction }) {
  const { locale } = useRendering()
  const date = answeredAt === undefined ? undefined : new Date(answeredAt)
  const known = date && !Number.isNaN(date.getTime()) ? date : undefined
  return (
    <span className="pf-ask-when">
      {says[state]}
      {known && (
        <>
          {' · '}
          {/* The server's zone may be another one. */}
          <time dateTime={known.toISOString()} suppressHydrationWarning>
            {new Intl.DateTimeFormat(safeLocale(locale), { dateStyle: 'medium', timeStyle: 'short' }).format(known)}
          </time>
        </>
      )}
    </span>
  )
}
