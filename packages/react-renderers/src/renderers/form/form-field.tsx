import { type ComponentType, memo } from 'react'
import { useMessages } from '../../context/use-messages.ts'
import { formMessages } from '../../messages/form.ts'
import { MOST_RADIOS, RadioControl, SelectControl } from './choice-control.tsx'
import { ChoicesControl } from './choices-control.tsx'
import { ColorControl } from './color-control.tsx'
import type { ControlProps } from './control-props.ts'
import type { DrawnField, FieldType } from './field-model.ts'
import type { FieldValue } from './field-value.ts'
import { FileControl } from './file-control.tsx'
import type { FormFormat } from './form-format.ts'
import { RangeControl } from './range-control.tsx'
import { AreaControl, PasswordControl, TextControl } from './text-control.tsx'
import { TickControl } from './tick-control.tsx'
import type { FieldActions } from './use-field-actions.ts'

const controls: Record<FieldType, ComponentType<ControlProps>> = {
  text: TextControl,
  number: TextControl,
  email: TextControl,
  url: TextControl,
  tel: TextControl,
  date: TextControl,
  datetime: TextControl,
  time: TextControl,
  password: PasswordControl,
  textarea: AreaControl,
  select: SelectControl,
  radio: RadioControl,
  multiselect: ChoicesControl,
  checkbox: TickControl,
  switch: TickControl,
  range: RangeControl,
  color: ColorControl,
  file: FileControl,
}

interface FormFieldProps {
  field: DrawnField
  /** Where it stands in the form, from 0. */
  place: number
  id: string
  value: FieldValue
  fault: string | undefined
  format: FormFormat
  actions: FieldActions
}

/** One field: label above, control, help below, and what is wrong with it. */
export const FormField = /* @__PURE__ */ memo(function FormField({ field, place, id, value, fault, format, actions }: FormFieldProps) {
  const messages = useMessages('form', formMessages)
  const { type } = field
  const isTick = type === 'checkbox' || type === 'switch'
  const isMany = type === 'radio' && field.options.length > MOST_RADIOS
  const isGroup = (type === 'radio' && !isMany) || type === 'multiselect'
  const Control = isMany ? SelectControl : controls[type]
  const help = [field.help, type === 'password' ? messages.secret : ''].filter((text) => text !== '')
  const described = [help.length > 0 ? `${id}-help` : '', fault ? `${id}-fault` : ''].filter((text) => text !== '').join(' ')
  const label = <FieldLabel field={field} id={id} group={isGroup} required={messages.required} />
  return (
    <div className="pf-form-field" data-place={place} data-type={type} data-width={field.width} data-fault={fault !== undefined || undefined}>
      {!isTick && label}
      <div className={isTick ? 'pf-form-control pf-form-ticked' : 'pf-form-control'}>
        <Control
          field={field}
          id={id}
          value={value}
          aria={{ labelledBy: `${id}-label`, describedBy: described || undefined, invalid: fault !== undefined }}
          format={format}
          onChange={(next) => actions.change(field, next)}
          onFile={actions.file && ((file) => actions.file?.(field, file))}
        />
        {isTick && label}
      </div>
      {help.length > 0 && (
        <p id={`${id}-help`} className="pf-form-help" dir="auto">
          {help.join(' ')}
        </p>
      )}
      {fault !== undefined && (
        <p id={`${id}-fault`} className="pf-form-fault" dir="auto">
          {fault}
        </p>
      )}
    </div>
  )
})

interface FieldLabelProps {
  field: DrawnField
  id: string
  group: boolean
  /** What is said where a star is seen. */
  required: string
}

function FieldLabel({ field: { label, required, type }, id, group, required: said }: FieldLabelProps) {
  const text = (
    <>
      <span dir="auto">{label}</span>
      {required && type !== 'switch' && (
        <span className="pf-form-mark" aria-hidden={group ? undefined : true}>
          {group ? <span className="pf-sr">{said}</span> : null}
          <span aria-hidden="true"> *</span>
        </span>
      )}
    </>
  )
  return group || type === 'file' ? (
    <span id={`${id}-label`} className="pf-form-label">
      {type === 'file' ? <label htmlFor={id}>{text}</label> : text}
    </span>
  ) : (
    <label id={`${id}-label`} htmlFor={id} className="pf-form-label">
      {text}
    </label>
  )
}
