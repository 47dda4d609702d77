import { useMessages } from '../../context/use-messages.ts'
import { formMessages } from '../../messages/form.ts'
import type { ControlProps } from './control-props.ts'

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
