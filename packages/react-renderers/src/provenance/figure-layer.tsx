import type { Provenance, ResultLocation } from '@pf/core'
import { type RefObject, useCallback, useMemo, useState } from 'react'
import { useRendering } from '../context/pf-context.ts'
import { useMessages } from '../context/use-messages.ts'
import { figureMessages } from '../messages/figures.ts'
import { ConfidenceBadge } from '../parts/confidence-badge.tsx'
import type { AssistantTurn } from '../store/model/types.ts'
import { FigureCard } from './figure-card.tsx'
import { ResultDialog } from './result-dialog.tsx'
import { SourceList } from './source-list.tsx'
import { useFigureCard } from './use-figure-card.ts'

export { createLookup } from './create-lookup.ts'

interface FigureLayerProps {
  /** The element that contains the figures. */
  root: RefObject<HTMLElement | null>
  turn: AssistantTurn
  provenance: Provenance
}

/** What belongs to all figures of a turn: the card of the current one, the sentence and the list below, the footnote, and the result. */
export function FigureLayer({ root, turn, provenance }: FigureLayerProps) {
  const { locale } = useRendering()
  const messages = useMessages('figures', figureMessages)
  const context = useMemo(() => ({ turn, provenance, messages, locale }), [turn, provenance, messages, locale])
  const { open, close, keep, leave } = useFigureCard(root)
  const anchor = open?.anchor
  const [location, setLocation] = useState<ResultLocation | undefined>(undefined)
  const show = useCallback(
    (shown: ResultLocation) => {
      // The dialog returns the focus to the figure, because the button in the card is gone by then.
      if (anchor) anchor.focus({ preventScroll: true })
      close()
      setLocation(shown)
    },
    [anchor, close],
  )
  const { counts, incomplete } = provenance
  return (
    <>
      {counts.result + counts.computed + counts.stated + counts.references > 0 && (
        <div className="pf-figure-notes" aria-live="off">
          {counts.unproven > 0 && (
            <p className="pf-figure-footnote">
              {messages.sign} {messages.footnote}
            </p>
          )}
          <SourceList context={context} components={turn.components} summary={<ConfidenceBadge counts={counts} incomplete={incomplete} />} onShow={show} />
        </div>
      )}
      {open && provenance.figures[open.index] && (
        <FigureCard key={open.index} open={open} context={context} onShow={show} onClose={close} onKeep={keep} onLeave={leave} />
      )}
      {location && <ResultDialog turn={turn} location={location} context={context} onClose={() => setLocation(undefined)} />}
    </>
  )
}
