import { useMessages } from '../../context/use-messages.ts'
import { formMessages } from '../../messages/form.ts'
import type { ControlProps } from './control-props.ts'

const NONE = ''
/** More radio buttons than these are a list to open. */
export const MOST_RADIOS = 20

/** One of a list that opens. Options go by number: their values are foreign, and '' may be one of them. */
export function SelectControl({ field, id, value, aria, onChange }: ControlProps) {
  const { options } = field
  const messages = useMessages('form', formMessages)
  const at = options.findIndex((option) => option.value === value)
  return (
    <select
      id={id}
      className="pf-form-input"
      value={at < 0 ? NONE : String(at)}
      disabled={field.disabled}
      required={field.required}
      aria-invalid={aria.invalid || undefined}
      aria-describedby={aria.describedBy}
      autoComplete="off"
      data-empty={at < 0 || undefined}
      onChange={(event) => onChange(event.target.value === NONE ? undefined : options[Number(event.target.value)]?.value)}
    >
      {(at < 0 || !field.required) && <option value={NONE}>{field.placeholder || (field.required ? messages.chooseOne : messages.noChoice)}</option>}
      {options.map((option, index) => (
        <option key={option.value} value={index}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

/** One of a list that is seen whole. */
export function RadioControl({ field, id, value, aria, onChange }: ControlProps) {
  const messages = useMessages('form', formMessages)
  const clearable = !field.required && !field.disabled && value !== undefined
  return (
    <div
      id={id}
      className="pf-form-options"
      role="radiogroup"
      aria-labelledby={aria.labelledBy}
      aria-describedby={aria.describedBy}
      aria-required={field.required || undefined}
      aria-invalid={aria.invalid || undefined}
    >
      {field.options.map((option, index) => (
        <label key={option.value} className="pf-form-option">
          <input type="radio" name={id} value={index} checked={option.value === value} disabled={field.disabled} onChange={() => onChange(option.value)} />
          <span dir="auto">{option.label}</span>
        </label>
      ))}
      {clearable && (
        <button type="button" className="pf-tool pf-form-clear" onClick={() => onChange(undefined)}>
          {messages.clearChoice}
          <span className="pf-sr">{messages.ofField(field.label)}</span>
        </button>
      )}
    </div>
  )
}
