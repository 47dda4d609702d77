import { useWords } from '../../messages/use-words.ts'
import type { ControlProps } from './control-props.ts'
import { formWords } from './words.ts'

const COLOR = /^#[0-9a-f]{6}$/i

/** A colour as text, with the picker of the browser beside it: a picker alone cannot say that nothing was chosen. */
export function ColorControl({ field, id, value, aria, onChange }: ControlProps) {
  const words = useWords('form', formWords)
  const text = typeof value === 'string' ? value : ''
  const valid = COLOR.test(text)
  return (
    <span className="pf-form-joined">
      <input
        id={id}
        className="pf-form-input"
        type="text"
        value={text}
        placeholder={field.placeholder || words.colorForm}
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
        aria-label={words.pick(field.label)}
        value={valid ? text.toLowerCase() : '#000000'}
        data-empty={!valid || undefined}
        disabled={field.disabled}
        onChange={(event) => onChange(event.target.value)}
      />
    </span>
  )
}
