import type { JsonObject } from '@pf/core'
import { type FocusEvent, type FormEvent, useEffect, useId, useRef } from 'react'
import { activeElement } from '../../context/active-element.ts'
import type { RendererInteraction } from '../../context/renderer-props.ts'
import { useMessages } from '../../context/use-messages.ts'
import { formMessages } from '../../messages/form.ts'
import { fieldError, fieldOfIssue, formAnswer } from './check-field.ts'
import type { FormFormat } from './control-props.ts'
import type { FormModel } from './field-model.ts'
import { FormActions } from './form-actions.tsx'
import { FormField } from './form-field.tsx'
import { type FieldState, useAnswers } from './use-answers.ts'
import { useFieldActions } from './use-field-actions.ts'

interface FormViewProps {
  form: FormModel
  /** The props used for validation. */
  props: JsonObject
  interaction: RendererInteraction
  format: FormFormat
}

/** An open form or the preview of a form. */
export function FormView({ form, props, interaction, format }: FormViewProps) {
  const uid = useId()
  const element = useRef<HTMLFormElement>(null)
  const { state, issues } = interaction
  const isOpen = state === 'open' || state === 'failed'
  const { states, answers, dispatch } = useAnswers(form.fields, issues, format)
  const actions = useFieldActions({ dispatch, interaction, format })
  const focusField = (index: number) => focusFieldAt(element.current, index)
  useFocusRejectedField(element, { issues, states, focusField })

  const onBlur = (event: FocusEvent) => {
    const left = isOpen ? states[leftFieldIndex(event) ?? -1] : undefined
    if (left) dispatch({ type: 'touch', key: left.field.key })
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isOpen) return
    const { result, invalidFields } = validateForm(props, states, format)
    dispatch({
      type: 'report',
      keys: states.map(({ field }) => field.key),
      reported: result ? [] : invalidFields.map(({ field }) => field.key),
      isUnanswerable: !result && invalidFields.length === 0,
    })
    if (result) interaction.submit(result)
    else if (invalidFields[0]) focusField(states.indexOf(invalidFields[0]))
  }
  const rejected = new Set((issues ?? []).map(fieldOfIssue))
  const invalidFields = states.flatMap(({ field, error }, index) =>
    error !== undefined && (answers.reported.includes(field.key) || rejected.has(field.name)) ? [{ label: field.label, index }] : [],
  )
  return (
    <form
      ref={element}
      className="pf-form"
      data-layout={form.layout}
      data-state={state}
      aria-labelledby={`${uid}-title`}
      aria-busy={state === 'submitting' || undefined}
      autoComplete="off"
      noValidate
      onBlur={onBlur}
      onSubmit={onSubmit}
    >
      <FormHead id={`${uid}-title`} form={form} isPreview={state === 'preview'} />
      <div className="pf-form-body">
        <fieldset className="pf-form-fields" disabled={state === 'preview'}>
          {states.map(({ field, value, error }, index) => (
            <FormField key={field.key} field={field} index={index} id={`${uid}-${index}`} value={value} error={error} format={format} actions={actions} />
          ))}
        </fieldset>
        <FormActions form={form} interaction={interaction} invalidFields={invalidFields} isUnanswerable={answers.isUnanswerable} onGoToField={focusField} />
      </div>
    </form>
  )
}

/** Validates every field separately, and then the answer as a whole. */
function validateForm(props: JsonObject, states: readonly FieldState[], format: FormFormat): { result?: JsonObject; invalidFields: readonly FieldState[] } {
  const invalidFields = states.filter(({ field, value }) => fieldError(field, value, format) !== undefined)
  if (invalidFields.length > 0) return { invalidFields }
  const answer = formAnswer(
    props,
    states.map(({ field, value }) => [field, value]),
  )
  return answer.ok ? { result: answer.result, invalidFields } : { invalidFields }
}

interface RejectedFieldOptions {
  issues: RendererInteraction['issues']
  states: readonly FieldState[]
  focusField(index: number): void
}

/** Focuses the first field that the server rejected if the focus is inside the form. */
function useFocusRejectedField(form: { current: HTMLFormElement | null }, { issues, states, focusField }: RejectedFieldOptions): void {
  const seen = useRef(issues)
  useEffect(() => {
    if (seen.current === issues) return
    seen.current = issues
    const names = new Set(issues?.map(fieldOfIssue))
    const index = states.findIndex(({ field }) => names.has(field.name))
    if (index >= 0 && form.current?.contains(activeElement())) focusField(index)
  })
}

const CONTROL = 'input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex], button:not(:disabled)'

/** Focuses the field with an index. */
export function focusFieldAt(form: HTMLFormElement | null, index: number): void {
  form?.querySelector(`[data-index="${index}"]`)?.querySelector<HTMLElement>(CONTROL)?.focus()
}

/**
 * Returns the index of the field that lost the focus. Moving to a button of the form does not count, because an error message that appears
 * then would move the button away from the pointer.
 */
export function leftFieldIndex({ target, relatedTarget }: FocusEvent): number | undefined {
  const element = target.closest<HTMLElement>('[data-index]')
  const isNear = relatedTarget instanceof Element && (element?.contains(relatedTarget) || relatedTarget.closest('.pf-form-actions') !== null)
  return element && !isNear ? Number(element.dataset.index) : undefined
}

interface FormHeadProps {
  /** Id of the heading, which labels the form. */
  id: string
  form: FormModel
  isPreview: boolean
}

/** A line that identifies the form as part of the page, followed by its title and description. */
export function FormHead({ id, form: { title, description }, isPreview }: FormHeadProps) {
  const messages = useMessages('form', formMessages)
  return (
    <div className="pf-form-head">
      <p className="pf-form-origin" id={title ? undefined : id}>
        {isPreview ? messages.preparing : messages.origin}
      </p>
      {title && (
        <h3 className="pf-form-title" id={id} dir="auto">
          {title}
        </h3>
      )}
      {description && (
        <p className="pf-form-description" dir="auto">
          {description}
        </p>
      )}
    </div>
  )
}
