import { isRecord } from '@pf/core/internal'
import { useId, useState } from 'react'
import type { RendererInteraction, RendererProps } from '../context/renderer-props.ts'
import { useMessages } from '../context/use-messages.ts'
import { confirmMessages } from '../messages/confirm.ts'
import { questionMessages } from '../messages/questions.ts'
import { plainText } from '../text/plain-text.ts'
import { answerLabels } from './confirm/answer-labels.ts'
import { ConfirmMark } from './confirm/confirm-mark.tsx'
import { MarkdownText } from './markdown/markdown-text.tsx'
import { AskActions } from './shared/ask-actions.tsx'
import { isOver, OutcomeLine } from './shared/outcome-line.tsx'

const preview: RendererInteraction = { state: 'preview', submit: () => {}, cancel: () => {} }
const variants = new Set(['warning', 'danger', 'success'])
const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Asks for a yes or no. The safe choice has the focus, a grave one looks it, and what the buttons say can be told from what they do. */
export function ConfirmRenderer({ props, title, streaming, interaction = preview }: RendererProps) {
  const id = useId()
  const messages = useMessages('confirm', confirmMessages)
  const { sending: onItsWay } = useMessages('ask', questionMessages)
  const [chosen, setChosen] = useState<boolean>()
  const now = streaming ? preview : interaction
  const heading = plainText(text(props.title) || (title ?? ''), 300) || messages.heading
  const labels = answerLabels(props, messages)
  if (isOver(now)) return <Outcome heading={heading} interaction={now} labels={labels} />
  const variant = variants.has(text(props.variant)) ? text(props.variant) : 'info'
  const locked = now.state !== 'open' && now.state !== 'failed'
  const choose = (confirmed: boolean) => {
    if (locked) return
    setChosen(confirmed)
    now.submit({ confirmed })
  }
  const sending = (confirmed: boolean) => now.state === 'submitting' && chosen === confirmed
  return (
    <section className="pf-ask pf-confirm" data-variant={variant} data-state={now.state} aria-labelledby={id}>
      <h3 className="pf-ask-title" id={id}>
        <ConfirmMark variant={variant} />
        <bdi>{heading}</bdi>
      </h3>
      <MarkdownText text={text(props.message)} />
      {text(props.details) !== '' && (
        <details className="pf-ask-details">
          <summary>{messages.details}</summary>
          <MarkdownText text={text(props.details)} />
        </details>
      )}
      <AskActions interaction={now}>
        <button
          type="button"
          className="pf-button"
          data-pf-focus=""
          disabled={now.state === 'preview'}
          aria-disabled={locked || undefined}
          onClick={() => choose(false)}
        >
          {sending(false) ? onItsWay : <Answer yes={false} label={labels.no} />}
        </button>
        <button
          type="button"
          className="pf-button pf-ask-yes"
          disabled={now.state === 'preview'}
          aria-disabled={locked || undefined}
          onClick={() => choose(true)}
        >
          {sending(true) ? onItsWay : <Answer yes label={labels.yes} />}
        </button>
      </AskActions>
    </section>
  )
}

/** A label is the model's; the mark before it, and what screen readers are told, are the page's. */
function Answer({ yes, label }: { yes: boolean; label: string }) {
  const messages = useMessages('confirm', confirmMessages)
  return (
    <>
      <svg className="pf-icon" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        <path d={yes ? 'M3 8.5 6.5 12 13 4.5' : 'M4 4l8 8M12 4l-8 8'} />
      </svg>
      <span className="pf-sr">{yes ? messages.yes : messages.no}</span>
      <bdi>{label}</bdi>
    </>
  )
}

function Outcome({ heading, interaction, labels }: { heading: string; interaction: RendererInteraction; labels: { yes: string; no: string } }) {
  const { value } = interaction
  const confirmed = isRecord(value) && typeof value.confirmed === 'boolean' ? value.confirmed : undefined
  return (
    <div className="pf-ask-summary" data-state={interaction.state}>
      <p className="pf-ask-outcome">
        <span className="pf-ask-summary-title" dir="auto">
          {heading}
        </span>
        <OutcomeLine interaction={interaction} />
      </p>
      {confirmed !== undefined && (
        <p className="pf-ask-chosen">
          <Answer yes={confirmed} label={confirmed ? labels.yes : labels.no} />
        </p>
      )}
    </div>
  )
}
