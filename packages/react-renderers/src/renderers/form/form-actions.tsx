import type { RendererInteraction } from '../../context/renderer-props.ts'
import { useMessages } from '../../context/use-messages.ts'
import { type FormMessages, formMessages } from '../../messages/form.ts'
import { partMessages } from '../../messages/parts.ts'
import { fieldOfIssue } from './check-answer.ts'
import type { DrawnForm } from './field-model.ts'

interface WrongField {
  label: string
  place: number
}

interface FormActionsProps {
  form: DrawnForm
  interaction: RendererInteraction
  /** Fields that keep the answer from being sent. */
  wrong: readonly WrongField[]
  /** Nothing that could be filled in would be taken. */
  isUnanswerable: boolean
  onGo(place: number): void
}

/** What keeps the answer from going out, the way out, and the button that sends it. */
export function FormActions({ form, interaction, wrong, isUnanswerable, onGo }: FormActionsProps) {
  const messages = useMessages('form', formMessages)
  const { retry } = useMessages('parts', partMessages)
  const { state, issues } = interaction
  const isPreview = state === 'preview'
  const isSending = state === 'submitting'
  const isRetry = state === 'failed' && !issues?.some((issue) => fieldOfIssue(issue) !== undefined)
  return (
    <div className="pf-form-actions">
      <div className="pf-form-told" role="alert">
        {told({ isUnanswerable, isRetry, wrong }, messages)}
        {wrong.length > 0 && (
          <ul className="pf-form-wrong">
            {wrong.slice(0, 5).map(({ label, place }) => (
              <li key={place}>
                <button type="button" className="pf-form-go" onClick={() => onGo(place)}>
                  <span dir="auto">{label}</span>
                </button>
              </li>
            ))}
            {wrong.length > 5 && <li>{messages.more(wrong.length - 5)}</li>}
          </ul>
        )}
      </div>
      {form.fields.some((field) => field.required && field.type !== 'switch') && <p className="pf-form-key">{messages.requiredKey}</p>}
      <div className="pf-form-buttons">
        <button type="button" className="pf-button pf-form-button" disabled={isPreview} onClick={() => interaction.cancel()}>
          {form.cancelLabel || messages.cancel}
        </button>
        <button type="submit" className="pf-button pf-form-button pf-form-submit" disabled={isPreview} aria-disabled={isSending || undefined}>
          {isSending ? messages.sending : isRetry ? retry : submitWord(form, messages)}
        </button>
      </div>
    </div>
  )
}

/** What the registry puts in by itself is a fixed word as well. */
const submitWord = ({ submitLabel }: DrawnForm, messages: FormMessages) =>
  submitLabel === '' || submitLabel === formMessages.submit ? messages.submit : submitLabel

interface Told {
  isUnanswerable: boolean
  isRetry: boolean
  wrong: readonly WrongField[]
}

function told({ isUnanswerable, isRetry, wrong }: Told, messages: FormMessages): string {
  if (wrong.length > 0) return messages.wrong(wrong.length)
  if (isUnanswerable) return messages.unanswerable
  return isRetry ? messages.notSent : ''
}
