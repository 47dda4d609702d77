import { useRendering } from '../context/pf-context.ts'
import { useMessages } from '../context/use-messages.ts'
import { partMessages } from '../messages/parts.ts'
import { styleVars } from '../text/style-vars.ts'

/** Shows the confidence of the answer, from 0 to 1. Renders nothing if it is unknown. */
export function ConfidenceBadge({ confidence }: { confidence: number | null | undefined }) {
  const { locale } = useRendering()
  const messages = useMessages('parts', partMessages)
  if (confidence === null || confidence === undefined || !(confidence >= 0 && confidence <= 1)) return null
  const level = confidence >= 0.75 ? 'high' : confidence >= 0.4 ? 'medium' : 'low'
  return (
    <span className="pf-confidence" data-level={level}>
      <span className="pf-confidence-bar" aria-hidden="true" style={styleVars({ '--pf-level': confidence })} />
      {messages.confidence(new Intl.NumberFormat(locale, { style: 'percent' }).format(confidence))}
    </span>
  )
}
