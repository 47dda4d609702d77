import { type SyntheticEvent, useState } from 'react'
import { useMessages } from '../../context/use-messages.ts'
import { formMessages } from '../../messages/form.ts'
import type { ControlProps } from './control-props.ts'
import type { FieldType } from './field-model.ts'

const inputTypes: Partial<Record<FieldType, string>> = { datetime: 'datetime-local' }
/** Managers of passwords must neither fill in what a model asks for nor keep it. */
const passwordManagerOptOut = { autoComplete: 'new-password', 'data-1p-ignore': '', 'data-lpignore': 'true', 'data-bwignore': '' } as const

const textOf = (value: ControlProps['value']) => (typeof value === 'string' ? value : '')

/** An input of one line: texts, numbers, dates and times. */
export function TextControl({ field, id, value, aria, onChange }: ControlProps) {
  const { type, rules } = field
  // A browser tells nothing of half a date: its value is as empty as before.
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
      // The wheel scrolls the page; it must not change an answer on the way.
      onWheel={type === 'number' ? (event) => event.currentTarget.blur() : undefined}
    />
  )
}

/** A text of several lines; grows with what is written where the browser can. */
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

/** A secret, with a button that shows it to the one who typed it. */
export function PasswordControl({ field, id, value, aria, onChange }: ControlProps) {
  const messages = useMessages('form', formMessages)
  const [shown, setShown] = useState(false)
  return (
    <span className="pf-form-joined">
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

/** A colour as text, with the picker of the browser beside it: a picker alone cannot say that nothing was chosen. */
export function ColorControl({ field, id, value, aria, onChange }: ControlProps) {
  const messages = useMessages('form', formMessages)
  const text = typeof value === 'string' ? value : ''
  const valid = COLOR.test(text)
  return (
    <span className="pf-form-joined">
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
