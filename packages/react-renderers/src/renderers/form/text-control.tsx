import { type SyntheticEvent, useState } from 'react'
import { useMessages } from '../../context/use-messages.ts'
import { formMessages } from '../../messages/form.ts'
import type { ControlProps } from './control-props.ts'
import type { FieldType } from './field-model.ts'

const inputTypes: Partial<Record<FieldType, string>> = { datetime: 'datetime-local' }
/** Attributes that prevent password managers from filling in or storing the value. */
const passwordManagerOptOut = { autoComplete: 'new-password', 'data-1p-ignore': '', 'data-lpignore': 'true', 'data-bwignore': '' } as const

const textOf = (value: ControlProps['value']) => (typeof value === 'string' ? value : '')

/** A single-line input for texts, numbers, dates and times. */
export function TextControl({ field, id, value, aria, onChange }: ControlProps) {
  const { type, rules } = field
  // Browsers do not report a change for a partial date, because its value stays empty.
  const readValidity = ({ currentTarget: { validity, value: now } }: SyntheticEvent<HTMLInputElement>) => {
    const isUnreadable = validity?.badInput === true
    if (isUnreadable !== Number.isNaN(value)) onChange(isUnreadable ? Number.NaN : now)
  }
  return (
    <input
      id={id}
      className="pf-form-input"
      type={inputTypes[type] ?? type}
      dir={type === 'text' ? 'auto' : undefined}
      value={textOf(value)}
      placeholder={field.placeholder || undefined}
      disabled={field.disabled}
      required={field.required}
      min={rules.min}
      max={rules.max}
      step={type === 'number' ? (rules.step ?? 'any') : undefined}
      aria-invalid={aria.invalid || undefined}
      aria-describedby={aria.describedBy}
      autoComplete="off"
      spellCheck={type === 'text' ? undefined : false}
      onChange={(event) => onChange(event.target.validity?.badInput ? Number.NaN : event.target.value)}
      onKeyUp={readValidity}
      onBlur={readValidity}
      // The mouse wheel must scroll the page and not change the value.
      onWheel={type === 'number' ? (event) => event.currentTarget.blur() : undefined}
    />
  )
}

/** A multi-line text field. */
export function AreaControl({ field, id, value, aria, onChange }: ControlProps) {
  return (
    <textarea
      id={id}
      className="pf-form-input"
      dir="auto"
      rows={3}
      value={textOf(value)}
      placeholder={field.placeholder || undefined}
      disabled={field.disabled}
      required={field.required}
      aria-invalid={aria.invalid || undefined}
      aria-describedby={aria.describedBy}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** A password field with a button that shows its value. */
export function PasswordControl({ field, id, value, aria, onChange }: ControlProps) {
  const messages = useMessages('form', formMessages)
  const [shown, setShown] = useState(false)
  return (
    <span className="pf-form-group">
      <input
        id={id}
        className="pf-form-input"
        type={shown ? 'text' : 'password'}
        value={textOf(value)}
        placeholder={field.placeholder || undefined}
        disabled={field.disabled}
        required={field.required}
        aria-invalid={aria.invalid || undefined}
        aria-describedby={aria.describedBy}
        autoCapitalize="none"
        spellCheck={false}
        {...passwordManagerOptOut}
        onChange={(event) => onChange(event.target.value)}
      />
      <button type="button" className="pf-button" aria-pressed={shown} disabled={field.disabled} onClick={() => setShown(!shown)}>
        {messages.show}
        <span className="pf-sr"> {field.label}</span>
      </button>
    </span>
  )
}

const COLOR = /^#[0-9a-f]{6}$/i

/** A text field for a colour with a colour picker. A picker alone cannot represent an empty value. */
export function ColorControl({ field, id, value, aria, onChange }: ControlProps) {
  const messages = useMessages('form', formMessages)
  const text = typeof value === 'string' ? value : ''
  const valid = COLOR.test(text)
  return (
    <span className="pf-form-group">
      <input
        id={id}
        className="pf-form-input"
        type="text"
        value={text}
        placeholder={field.placeholder || messages.colorForm}
        disabled={field.disabled}
        required={field.required}
        aria-invalid={aria.invalid || undefined}
        aria-describedby={aria.describedBy}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
      <input
        type="color"
        className="pf-form-swatch"
        aria-label={messages.pick(field.label)}
        value={valid ? text.toLowerCase() : '#000000'}
        data-empty={!valid || undefined}
        disabled={field.disabled}
        onChange={(event) => onChange(event.target.value)}
      />
    </span>
  )
}
