import type { ReactNode } from 'react'
import { useWords } from '../../messages/use-words.ts'
import type { RendererInteraction } from '../../renderer/renderer-props.ts'
import { plainText } from '../../text/plain-text.ts'
import { askWords } from './ask-words.ts'

interface AskActionsProps {
  interaction: RendererInteraction
  /** What keeps the answer from being sent, in the page's words. */
  fault?: string | undefined
  children: ReactNode
}

/** The way out of a question at one end, the ways to answer it at the other, and above them why an answer was not taken. */
export function AskActions({ interaction, fault, children }: AskActionsProps) {
  const words = useWords('ask', askWords)
  const { state, issues = [], cancel } = interaction
  const refused = issues.map((issue) => plainText(issue.expected ? words.needs(issue.expected) : issue.code.replaceAll('_', ' '), 160))
  const told = state === 'failed' ? words.notSent : fault
  return (
    <div className="pf-ask-actions">
      <div className="pf-ask-told" role="alert">
        {told}
        {state === 'failed' && refused.length > 0 && ` (${refused.slice(0, 3).join('; ')})`}
      </div>
      <button type="button" className="pf-tool pf-ask-leave" disabled={state === 'preview' || state === 'submitting'} onClick={cancel}>
        {words.cancel}
      </button>
      <div className="pf-ask-buttons">{children}</div>
    </div>
  )
}
