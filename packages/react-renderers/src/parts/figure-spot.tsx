import type { FigureMark } from '../context/figure-context.ts'
import { useMessages } from '../context/use-messages.ts'
import { figureMessages } from '../messages/figures.ts'

interface FigureSpotProps {
  mark: FigureMark
  /** The figure as it is shown. */
  text: string
  /** For a cell of referenced data: its row and field. */
  cell?: { row: number; field: string }
  /** False if the figure is reached with the arrow keys from another one. Default true. */
  tabStop?: boolean
}

/** A button element would break the line around it, and browsers leave its text out of selections. */
const control = (name: string | undefined) => ({ role: 'button', 'aria-label': name }) as const

/**
 * A figure whose source is shown on hover, focus and activation. It has no handlers of its own: `FigureSources` handles the events of all
 * figures of a turn. Figures that no result has are followed by a sign, which print and copied text keep.
 */
export function FigureSpot({ mark: { index, unproven }, text, cell, tabStop = true }: FigureSpotProps) {
  const messages = useMessages('figures', figureMessages)
  return (
    <span
      {...control(unproven ? messages.unproven(text) : undefined)}
      className="pf-figure"
      tabIndex={tabStop ? 0 : -1}
      data-figure={index}
      data-row={cell?.row}
      data-field={cell?.field}
      data-unproven={unproven || undefined}
    >
      {text}
      {unproven && <span className="pf-figure-sign">{messages.sign}</span>}
    </span>
  )
}
