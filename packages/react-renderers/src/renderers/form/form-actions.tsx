import { partWords } from '../../messages/part-words.ts'
import { useWords } from '../../messages/use-words.ts'
import type { RendererInteraction } from '../../renderer/renderer-props.ts'
import { fieldOfIssue } from './check-answer.ts'
import type { DrawnForm } from './field-model.ts'
import { type FormWords, formWords } from './words.ts'

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
  const words = useWords('form', formWords)
  const { retry } = useWords('parts', partWords)
  const { state, issues } = interaction
  const isPreview = state === 'preview'
  const isSending = state === 'submitting'
  const isRetry = state === 'failed' && !issues?.some((issue) => fieldOfIssue(issue) !== undefined)
  return (
    <div className="pf-form-actions">
      <div className="pf-form-told" role="alert">
        {told({ isUnanswerable, isRetry, wrong }, words)}
        {wrong.length > 0 && (
          <ul className="pf-form-wrong">
            {wrong.slice(0, 5).map(({ label, place }) => (
              <li key={place}>
                <button type="button" className="pf-form-go" onClick={() => onGo(place)}>
                  <span dir="auto">{label}</span>
                </button>
              </li>
            ))}
            {wrong.length > 5 && <li>{words.more(wrong.length - 5)}</li>}
          </ul>
        )}
      </div>
      {form.fields.some((field) => field.required && field.type !== 'switch') && <p className="pf-form-key">{words.requiredKey}</p>}
      <div className="pf-form-buttons">
        <button type="button" className="pf-button pf-form-button" disabled={isPreview} onClick={() => interaction.cancel()}>
          {form.cancelLabel || words.cancel}
        </button>
        <button type="submit" className="pf-button pf-form-button pf-form-submit" disabled={isPreview} aria-disabled={isSending || undefined}>
          {isSending ? words.sending : isRetry ? retry : submitWord(form, words)}
        </button>
      </div>
    </div>
  )
}

/** What the registry puts in by itself is a fixed word as well. */
const submitWord = ({ submitLabel }: DrawnForm, words: FormWords) => (submitLabel === '' || submitLabel === formWords.submit ? words.submit : submitLabel)

interface Told {
  isUnanswerable: boolean
  isRetry: boolean
  wrong: readonly WrongField[]
}

function told({ isUnanswerable, isRetry, wrong }: Told, words: FormWords): string {
  if (wrong.length > 0) return words.wrong(wrong.length)
  if (isUnanswerable) return words.unanswerable
  return isRetry ? words.notSent : ''
}
