import type { ReactNode } from 'react'
import type { RendererInteraction } from '../../renderer/renderer-props.ts'
import { plainText } from '../../text/plain-text.ts'

interface AskActionsProps {
  interaction: RendererInteraction
  /** What keeps the answer from being sent, in the page's words. */
  fault?: string | undefined
  children: ReactNode
}

/** The way out of a question at one end, the ways to answer it at the other, and above them why an answer was not taken. */
export function AskActions({ interaction, fault, children }: AskActionsProps) {
  const { state, issues = [], cancel } = interaction
  const refused = issues.map((issue) => plainText(issue.expected ? `needs ${issue.expected}` : issue.code.replaceAll('_', ' '), 160))
  const told = state === 'failed' ? 'Your answer could not be sent. It is kept here; you can try again or leave it.' : fault
  return (
    <div className="pf-ask-actions">
      <div className="pf-ask-told" role="alert">
        {told}
        {state === 'failed' && refused.length > 0 && ` (${refused.slice(0, 3).join('; ')})`}
      </div>
      <button type="button" className="pf-tool pf-ask-leave" disabled={state === 'preview' || state === 'submitting'} onClick={cancel}>
        Not now
      </button>
      <div className="pf-ask-buttons">{children}</div>
    </div>
  )
}
