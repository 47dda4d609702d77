import type { JsonObject } from '@pf/core'
import { type FocusEvent, type FormEvent, useEffect, useId, useRef } from 'react'
import type { RendererInteraction } from '../../context/renderer-props.ts'
import { fieldOfIssue, formAnswer } from './check-answer.ts'
import { fieldFault } from './field-fault.ts'
import type { DrawnForm } from './field-model.ts'
import { FormActions } from './form-actions.tsx'
import { FormField } from './form-field.tsx'
import type { FormFormat } from './form-format.ts'
import { FormHead } from './form-head.tsx'
import { focusPlace, placeLeft } from './places.ts'
import { type FieldState, useAnswers } from './use-answers.ts'
import { useFieldActions } from './use-field-actions.ts'

interface FormViewProps {
  form: DrawnForm
  /** What answers are checked against. */
  props: JsonObject
  interaction: RendererInteraction
  format: FormFormat
}

/** A form that is being filled in, or will be. */
export function FormView({ form, props, interaction, format }: FormViewProps) {
  const uid = useId()
  const element = useRef<HTMLFormElement>(null)
  const { state, issues } = interaction
  const isOpen = state === 'open' || state === 'failed'
  const { states, answers, act } = useAnswers(form.fields, issues, format)
  const actions = useFieldActions({ act, interaction, format })
  const go = (place: number) => focusPlace(element.current, place)
  useRefused(element, { issues, states, go })

  const onBlur = (event: FocusEvent) => {
    const left = isOpen ? states[placeLeft(event) ?? -1] : undefined
    if (left) act({ type: 'touch', key: left.field.key })
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isOpen) return
    const { result, wrong } = checked(props, states, format)
    act({
      type: 'report',
      keys: states.map(({ field }) => field.key),
      reported: result ? [] : wrong.map(({ field }) => field.key),
      isUnanswerable: !result && wrong.length === 0,
    })
    if (result) interaction.submit(result)
    else if (wrong[0]) go(states.indexOf(wrong[0]))
  }
  const refused = new Set((issues ?? []).map(fieldOfIssue))
  const wrong = states.flatMap(({ field, fault }, place) =>
    fault !== undefined && (answers.reported.includes(field.key) || refused.has(field.name)) ? [{ label: field.label, place }] : [],
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
          {states.map(({ field, value, fault }, place) => (
            <FormField key={field.key} field={field} place={place} id={`${uid}-${place}`} value={value} fault={fault} format={format} actions={actions} />
          ))}
        </fieldset>
        <FormActions form={form} interaction={interaction} wrong={wrong} isUnanswerable={answers.isUnanswerable} onGo={go} />
      </div>
    </form>
  )
}

/** Every field by itself, for words that can be shown there, and the answer as a whole, for what is sent. */
function checked(props: JsonObject, states: readonly FieldState[], format: FormFormat): { result?: JsonObject; wrong: readonly FieldState[] } {
  const wrong = states.filter(({ field, value }) => fieldFault(field, value, format) !== undefined)
  if (wrong.length > 0) return { wrong }
  const answer = formAnswer(
    props,
    states.map(({ field, value }) => [field, value]),
  )
  return answer.ok ? { result: answer.result, wrong } : { wrong }
}

interface Refused {
  issues: RendererInteraction['issues']
  states: readonly FieldState[]
  go(place: number): void
}

/** Brings the focus to the first field that the server refused, if the reader is still in the form. */
function useRefused(form: { current: HTMLFormElement | null }, { issues, states, go }: Refused): void {
  const seen = useRef(issues)
  useEffect(() => {
    if (seen.current === issues) return
    seen.current = issues
    const names = new Set(issues?.map(fieldOfIssue))
    const place = states.findIndex(({ field }) => names.has(field.name))
    if (place >= 0 && form.current?.contains(document.activeElement)) go(place)
  })
}
