import type { RendererInteraction } from '../../renderer/renderer-props.ts'
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
  const { state, issues } = interaction
  const isPreview = state === 'preview'
  const isSending = state === 'submitting'
  const isRetry = state === 'failed' && !issues?.some((issue) => fieldOfIssue(issue) !== undefined)
  return (
    <div className="pf-form-actions">
      <div className="pf-form-told" role="alert">
        {told({ isUnanswerable, isRetry, wrong })}
        {wrong.length > 0 && (
          <ul className="pf-form-wrong">
            {wrong.slice(0, 5).map(({ label, place }) => (
              <li key={place}>
                <button type="button" className="pf-form-go" onClick={() => onGo(place)}>
                  <span dir="auto">{label}</span>
                </button>
              </li>
            ))}
            {wrong.length > 5 && <li>and {wrong.length - 5} more</li>}
          </ul>
        )}
      </div>
      {form.fields.some((field) => field.required && field.type !== 'switch') && <p className="pf-form-key">* required</p>}
      <div className="pf-form-buttons">
        <button type="button" className="pf-button pf-form-button" disabled={isPreview} onClick={() => interaction.cancel()}>
          {form.cancelLabel || 'Not now'}
        </button>
        <button type="submit" className="pf-button pf-form-button pf-form-submit" disabled={isPreview} aria-disabled={isSending || undefined}>
          {isSending ? 'Sending…' : isRetry ? 'Try again' : form.submitLabel}
        </button>
      </div>
    </div>
  )
}

function told({ isUnanswerable, isRetry, wrong }: { isUnanswerable: boolean; isRetry: boolean; wrong: readonly WrongField[] }): string {
  if (wrong.length > 0) return wrong.length === 1 ? 'One answer needs another look:' : `${wrong.length} answers need another look:`
  if (isUnanswerable) return 'This form cannot be answered as it was asked. You can leave it.'
  return isRetry ? 'Your answers could not be sent. They are kept here.' : ''
}
