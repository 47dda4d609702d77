import type { ReactNode } from 'react'
import type { RendererInteraction } from '../../context/renderer-props.ts'
import { useMessages } from '../../context/use-messages.ts'
import { questionMessages } from '../../messages/questions.ts'
import { plainText } from '../../text/plain-text.ts'

interface QuestionActionsProps {
  interaction: RendererInteraction
  /** The reason why the answer cannot be submitted. */
  error?: string | undefined
  children: ReactNode
}

/** The buttons to cancel and answer a question, with the reason why an answer was rejected. */
export function QuestionActions({ interaction, error, children }: QuestionActionsProps) {
  const messages = useMessages('question', questionMessages)
  const { state, issues = [], cancel } = interaction
  const rejections = issues.map((issue) => plainText(issue.expected ? messages.expected(issue.expected) : issue.code.replaceAll('_', ' '), 160))
  const status = state === 'failed' ? messages.notSent : error
  return (
    <div className="pf-prompt-actions">
      <div className="pf-prompt-alert" role="alert">
        {status}
        {state === 'failed' && rejections.length > 0 && ` (${rejections.slice(0, 3).join('; ')})`}
      </div>
      <button type="button" className="pf-tool pf-prompt-cancel" disabled={state === 'preview' || state === 'submitting'} onClick={cancel}>
        {messages.cancel}
      </button>
      <div className="pf-prompt-buttons">{children}</div>
    </div>
  )
}
