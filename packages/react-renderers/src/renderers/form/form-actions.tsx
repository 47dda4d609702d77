import type { RendererInteraction } from '../../context/renderer-props.ts'
import { useMessages } from '../../context/use-messages.ts'
import { type FormMessages, formMessages } from '../../messages/form.ts'
import { partMessages } from '../../messages/parts.ts'
import { fieldOfIssue } from './check-field.ts'
import type { FormModel } from './field-model.ts'

interface InvalidField {
  label: string
  index: number
}

interface FormActionsProps {
  form: FormModel
  interaction: RendererInteraction
  /** Fields that prevent the submission. */
  invalidFields: readonly InvalidField[]
  /** True if no input would be accepted. */
  isUnanswerable: boolean
  onGoToField(index: number): void
}

/** The error summary and the buttons to cancel and submit a form. */
export function FormActions({ form, interaction, invalidFields, isUnanswerable, onGoToField }: FormActionsProps) {
  const messages = useMessages('form', formMessages)
  const { retry } = useMessages('parts', partMessages)
  const { state, issues } = interaction
  const isPreview = state === 'preview'
  const isSending = state === 'submitting'
  const isRetry = state === 'failed' && !issues?.some((issue) => fieldOfIssue(issue) !== undefined)
  return (
    <div className="pf-form-actions">
      <div className="pf-form-alert" role="alert">
        {statusText({ isUnanswerable, isRetry, invalidFields }, messages)}
        {invalidFields.length > 0 && (
          <ul className="pf-form-error-list">
            {invalidFields.slice(0, 5).map(({ label, index }) => (
              <li key={index}>
                <button type="button" className="pf-form-error-link" onClick={() => onGoToField(index)}>
                  <span dir="auto">{label}</span>
                </button>
              </li>
            ))}
            {invalidFields.length > 5 && <li>{messages.more(invalidFields.length - 5)}</li>}
          </ul>
        )}
      </div>
      {form.fields.some((field) => field.required && field.type !== 'switch') && <p className="pf-form-legend">{messages.requiredKey}</p>}
      <div className="pf-form-buttons">
        <button type="button" className="pf-button pf-form-button" disabled={isPreview} onClick={() => interaction.cancel()}>
          {form.cancelLabel || messages.cancel}
        </button>
        <button type="submit" className="pf-button pf-form-button pf-form-submit" disabled={isPreview} aria-disabled={isSending || undefined}>
          {isSending ? messages.sending : isRetry ? retry : submitLabelOf(form, messages)}
        </button>
      </div>
    </div>
  )
}

/** The default label of the registry is translated as well. */
const submitLabelOf = ({ submitLabel }: FormModel, messages: FormMessages) =>
  submitLabel === '' || submitLabel === formMessages.submit ? messages.submit : submitLabel

interface StatusOptions {
  isUnanswerable: boolean
  isRetry: boolean
  invalidFields: readonly InvalidField[]
}

function statusText({ isUnanswerable, isRetry, invalidFields }: StatusOptions, messages: FormMessages): string {
  if (invalidFields.length > 0) return messages.invalidAnswers(invalidFields.length)
  if (isUnanswerable) return messages.unanswerable
  return isRetry ? messages.notSent : ''
}
