import { type ComponentType, memo } from 'react'
import { useMessages } from '../../context/use-messages.ts'
import { formMessages } from '../../messages/form.ts'
import { CheckboxControl, MAX_RADIOS, RadioControl, RangeControl, SelectControl } from './choice-control.tsx'
import { ChoicesControl } from './choices-control.tsx'
import type { ControlProps, FormFormat } from './control-props.ts'
import type { FieldType, FormFieldModel } from './field-model.ts'
import type { FieldValue } from './field-value.ts'
import { FileControl } from './file-control.tsx'
import { AreaControl, ColorControl, PasswordControl, TextControl } from './text-control.tsx'
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
  checkbox: CheckboxControl,
  switch: CheckboxControl,
  range: RangeControl,
  color: ColorControl,
  file: FileControl,
}

interface FormFieldProps {
  field: FormFieldModel
  /** Index in the form, starting at 0. */
  index: number
  id: string
  value: FieldValue
  error: string | undefined
  format: FormFormat
  actions: FieldActions
}

/** A field with its label, control, help text and error message. */
export const FormField = /* @__PURE__ */ memo(function FormField({ field, index, id, value, error, format, actions }: FormFieldProps) {
  const messages = useMessages('form', formMessages)
  const { type } = field
  const isCheckbox = type === 'checkbox' || type === 'switch'
  const useSelect = type === 'radio' && field.options.length > MAX_RADIOS
  const isGroup = (type === 'radio' && !useSelect) || type === 'multiselect'
  const Control = useSelect ? SelectControl : controls[type]
  const help = [field.help, type === 'password' ? messages.secret : ''].filter((text) => text !== '')
  const described = [help.length > 0 ? `${id}-help` : '', error ? `${id}-fault` : ''].filter((text) => text !== '').join(' ')
  const label = <FieldLabel field={field} id={id} group={isGroup} required={messages.required} />
  return (
    <div className="pf-form-field" data-index={index} data-type={type} data-width={field.width} data-fault={error !== undefined || undefined}>
      {!isCheckbox && label}
      <div className={isCheckbox ? 'pf-form-control pf-form-checked' : 'pf-form-control'}>
        <Control
          field={field}
          id={id}
          value={value}
          aria={{ labelledBy: `${id}-label`, describedBy: described || undefined, invalid: error !== undefined }}
          format={format}
          onChange={(next) => actions.change(field, next)}
          onFile={actions.file && ((file) => actions.file?.(field, file))}
        />
        {isCheckbox && label}
      </div>
      {help.length > 0 && (
        <p id={`${id}-help`} className="pf-form-help" dir="auto">
          {help.join(' ')}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-fault`} className="pf-form-error" dir="auto">
          {error}
        </p>
      )}
    </div>
  )
})

interface FieldLabelProps {
  field: FormFieldModel
  id: string
  group: boolean
  /** Text for screen readers that replaces the asterisk. */
  required: string
}

function FieldLabel({ field: { label, required, type }, id, group, required: requiredText }: FieldLabelProps) {
  const text = (
    <>
      <span dir="auto">{label}</span>
      {required && type !== 'switch' && (
        <span className="pf-form-mark" aria-hidden={group ? undefined : true}>
          {group ? <span className="pf-sr">{requiredText}</span> : null}
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
