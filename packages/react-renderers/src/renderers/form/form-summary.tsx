import { isRecord } from '@pf/core/internal'
import type { ReactNode } from 'react'
import type { RendererInteraction } from '../../context/renderer-props.ts'
import { useMessages } from '../../context/use-messages.ts'
import { formMessages } from '../../messages/form.ts'
import { safeLocale } from '../shared/safe-locale.ts'
import type { FormFormat } from './control-props.ts'
import type { FormFieldModel, FormModel } from './field-model.ts'
import { formatAnswer } from './format-answer.ts'

interface FormSummaryProps {
  form: FormModel
  interaction: RendererInteraction
  format: FormFormat
}

const outcomeMessages: Partial<Record<RendererInteraction['state'], 'answered' | 'answeredElsewhere' | 'expired' | 'cancelled'>> = {
  answered: 'answered',
  answered_elsewhere: 'answeredElsewhere',
  expired: 'expired',
  cancelled: 'cancelled',
}

/** Number of answers that are visible initially. */
const MAX_INITIAL_ANSWERS = 8

/** The outcome of a form: its status, its time and the answers. */
export function FormSummary({ form, interaction, format }: FormSummaryProps) {
  const messages = useMessages('form', formMessages)
  const { state, value, answeredAt } = interaction
  const answer = isRecord(value) ? value : {}
  const outcome = outcomeMessages[state]
  const answered = form.fields.filter(({ name }) => Object.hasOwn(answer, name))
  const row = (field: FormFieldModel) => (
    <AnswerRow key={field.key} field={field} text={formatAnswer(field, answer[field.name], format)} value={answer[field.name]} />
  )
  const first = answered.length > MAX_INITIAL_ANSWERS + 1 ? answered.slice(0, MAX_INITIAL_ANSWERS) : answered
  const rest = answered.slice(first.length)
  return (
    <div className="pf-form-summary" data-state={state}>
      <p className="pf-form-outcome">
        <span className="pf-form-summary-title" dir="auto">
          {form.title || messages.form}
        </span>
        <span className="pf-form-time">
          {outcome && messages[outcome]}
          {answeredAt !== undefined && <When at={answeredAt} locale={format.locale} />}
        </span>
      </p>
      {first.length > 0 && <dl className="pf-form-answers">{first.map(row)}</dl>}
      {(state === 'answered' || state === 'answered_elsewhere') && value !== undefined && answered.length === 0 && (
        <p className="pf-form-time">{messages.noAnswers}</p>
      )}
      {rest.length > 0 && <Rest title={messages.moreAnswers(rest.length)}>{rest.map(row)}</Rest>}
    </div>
  )
}

function Rest({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="pf-form-rest">
      <summary>{title}</summary>
      <dl className="pf-form-answers">{children}</dl>
    </details>
  )
}

function AnswerRow({ field, text, value }: { field: FormFieldModel; text: string; value: unknown }) {
  return (
    <div className="pf-form-answer">
      <dt dir="auto">{field.label}</dt>
      <dd dir="auto">
        {field.type === 'color' && typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) && (
          <span className="pf-form-dot" style={{ backgroundColor: value }} aria-hidden="true" />
        )}
        {text}
      </dd>
    </div>
  )
}

function When({ at, locale }: { at: number; locale: string | undefined }) {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return null
  const text = new Intl.DateTimeFormat(safeLocale(locale), { dateStyle: 'medium', timeStyle: 'short' }).format(date)
  return (
    <>
      {' · '}
      {/* The server may use another time zone. */}
      <time dateTime={date.toISOString()} suppressHydrationWarning>
        {text}
      </time>
    </>
  )
}
