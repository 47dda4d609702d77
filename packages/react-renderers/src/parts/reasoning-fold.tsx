import { memo } from 'react'
import { useRendering } from '../context/pf-context.ts'
import { useMessages } from '../context/use-messages.ts'
import { duration } from '../format/duration.ts'
import { partMessages } from '../messages/parts.ts'
import type { ReasoningState } from '../store/model/types.ts'
import { withoutBidi } from '../text/plain-text.ts'
import { StateMark } from './state-mark.tsx'

/** Shows the reasoning collapsed to one line with its duration. Renders nothing without reasoning. */
export const ReasoningFold = /* @__PURE__ */ memo(function ReasoningFold({ reasoning }: { reasoning: ReasoningState }) {
  const { locale } = useRendering()
  const messages = useMessages('parts', partMessages)
  if (reasoning.text === '' && reasoning.done) return null
  const spent = reasoning.ms === undefined ? undefined : duration(reasoning.ms, locale)
  return (
    <details className="pf-step">
      <summary className="pf-step-line">
        <StateMark state={reasoning.done ? 'ok' : 'running'} />
        <span className="pf-step-description">{reasoning.done ? messages.thought(spent ?? '') : messages.thinking}</span>
        <span className="pf-step-time">{spent}</span>
      </summary>
      <p className="pf-step-text">{withoutBidi(reasoning.text)}</p>
    </details>
  )
})
