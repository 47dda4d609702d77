import type { JsonObject } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { useId, useState } from 'react'
import { previewInteraction, type RendererInteraction, type RendererProps } from '../context/renderer-props.ts'
import { useMessages } from '../context/use-messages.ts'
import { confirmMessages } from '../messages/confirm.ts'
import { questionMessages } from '../messages/questions.ts'
import { plainLine, plainText } from '../text/plain-text.ts'
import { MarkdownText } from './markdown/markdown-text.tsx'
import { isFinal, OutcomeLine } from './question/outcome-line.tsx'
import { QuestionActions } from './question/question-actions.tsx'

export type { NestedComponent, RendererInteraction, RendererProps, UploadedFile } from '../context/renderer-props.ts'

const variants = new Set(['warning', 'danger', 'success'])
const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** Asks for a confirmation. The safe choice has the focus, and icons show which button confirms, regardless of their labels. */
export function ConfirmRenderer({ props, title, streaming, interaction = previewInteraction }: RendererProps) {
  const id = useId()
  const messages = useMessages('confirm', confirmMessages)
  const { sending: onItsWay } = useMessages('question', questionMessages)
  const [chosen, setChosen] = useState<boolean>()
  const current = streaming ? previewInteraction : interaction
  const heading = plainText(text(props.title) || (title ?? ''), 300) || messages.heading
  const labels = answerLabels(props, messages)
  if (isFinal(current)) return <Outcome heading={heading} interaction={current} labels={labels} />
  const variant = variants.has(text(props.variant)) ? text(props.variant) : 'info'
  const locked = current.state !== 'open' && current.state !== 'failed'
  const choose = (confirmed: boolean) => {
    if (locked) return
    setChosen(confirmed)
    current.submit({ confirmed })
  }
  const sending = (confirmed: boolean) => current.state === 'submitting' && chosen === confirmed
  return (
    <section className="pf-prompt pf-confirm" data-variant={variant} data-state={current.state} aria-labelledby={id}>
      <h3 className="pf-prompt-title" id={id}>
        <VariantMark variant={variant} />
        <bdi>{heading}</bdi>
      </h3>
      <MarkdownText text={text(props.message)} />
      {text(props.details) !== '' && (
        <details className="pf-prompt-details">
          <summary>{messages.details}</summary>
          <MarkdownText text={text(props.details)} />
        </details>
      )}
      <QuestionActions interaction={current}>
        <button
          type="button"
          className="pf-button"
          data-pf-focus=""
          disabled={current.state === 'preview'}
          aria-disabled={locked || undefined}
          onClick={() => choose(false)}
        >
          {sending(false) ? onItsWay : <Answer yes={false} label={labels.no} />}
        </button>
        <button
          type="button"
          className="pf-button pf-prompt-submit"
          disabled={current.state === 'preview'}
          aria-disabled={locked || undefined}
          onClick={() => choose(true)}
        >
          {sending(true) ? onItsWay : <Answer yes label={labels.yes} />}
        </button>
      </QuestionActions>
    </section>
  )
}

/** A button label. The label comes from the model; the icon and the text for screen readers come from the page. */
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
    <div className="pf-prompt-summary" data-state={interaction.state}>
      <p className="pf-prompt-outcome">
        <span className="pf-prompt-summary-title" dir="auto">
          {heading}
        </span>
        <OutcomeLine interaction={interaction} />
      </p>
      {confirmed !== undefined && (
        <p className="pf-prompt-chosen">
          <Answer yes={confirmed} label={confirmed ? labels.yes : labels.no} />
        </p>
      )}
    </div>
  )
}

const AFFIRMATIVE_LABELS = new Set(['yes', 'ok', 'okay', 'confirm', 'continue', 'proceed', 'accept', 'allow', 'approve', 'agree'])
const NEGATIVE_LABELS = new Set(['no', 'cancel', 'stop', 'back', 'abort', 'deny', 'decline', 'reject', 'keep', 'dismiss', 'close', 'not now', 'never mind'])
const normalizeLabel = (label: string) =>
  label
    .toLowerCase()
    .replace(/[^\p{L}\p{N} ]/gu, '')
    .trim()

/** The labels of both buttons. Labels that contradict their button, or are identical, are replaced with the default labels. */
function answerLabels(props: JsonObject, messages: Pick<typeof confirmMessages, 'confirm' | 'cancel'>): { yes: string; no: string } {
  const yes = plainLine(props.confirmLabel, 100) || messages.confirm
  const no = plainLine(props.cancelLabel, 100) || messages.cancel
  const isDeceptive = NEGATIVE_LABELS.has(normalizeLabel(yes)) || AFFIRMATIVE_LABELS.has(normalizeLabel(no)) || normalizeLabel(yes) === normalizeLabel(no)
  return isDeceptive ? { yes: messages.confirm, no: messages.cancel } : { yes, no }
}

const words = new Map([
  ['warning', 'Warning: '],
  ['danger', 'Danger: '],
])

/** Shows the severity of a question as an icon and as text for screen readers. */
function VariantMark({ variant }: { variant: string }) {
  const said = words.get(variant)
  if (said === undefined) return null
  return (
    <>
      <svg className="pf-icon pf-prompt-mark" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path d="M8 2 14.5 13.5h-13zM8 6.5v3M8 11.5v.2" />
      </svg>
      <span className="pf-sr">{said}</span>
    </>
  )
}
