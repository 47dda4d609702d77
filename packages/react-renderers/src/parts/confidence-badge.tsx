import type { FigureCounts } from '@pf/core'
import { useRendering } from '../context/pf-context.ts'
import { useMessages } from '../context/use-messages.ts'
import { figureMessages } from '../messages/figures.ts'
import { styleVars } from '../text/style-vars.ts'

/** Props of ConfidenceBadge. */
export interface ConfidenceBadgeProps {
  counts: FigureCounts
  /** True if not all results could be searched. */
  incomplete?: boolean
}

/**
 * Shows on what the figures of an answer are based: how many come from results, and how many the model states. The number that a model gives
 * for its own confidence is not shown, because nothing supports it. Renders nothing without figures.
 */
export function ConfidenceBadge({ counts, incomplete = false }: ConfidenceBadgeProps) {
  const { locale } = useRendering()
  const messages = useMessages('figures', figureMessages)
  const { result, computed, stated, unproven, references } = counts
  const [proven, total] = [result + computed, result + computed + stated]
  if (total + references === 0) return null
  const { format } = new Intl.NumberFormat(locale)
  const share = total === 0 ? 1 : (total - unproven) / total
  const level = unproven === 0 ? 'high' : share >= 0.75 ? 'medium' : 'low'
  return (
    <span className="pf-confidence" data-level={level}>
      <span className="pf-confidence-bar" aria-hidden="true" style={styleVars({ '--pf-level': share })} />
      <span>{messages.summary({ proven, total, computed, unproven, repeated: Math.max(0, stated - unproven), references, incomplete, write: format })}</span>
    </span>
  )
}
