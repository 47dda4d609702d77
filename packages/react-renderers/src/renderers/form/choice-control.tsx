import { useMessages } from '../../context/use-messages.ts'
import { valueFormatter } from '../../format/value-formatter.ts'
import { formMessages } from '../../messages/form.ts'
import type { ControlProps } from './control-props.ts'
import { rangeEnds } from './field-value.ts'

const NONE = ''
/** With more options, a select element is used instead of radio buttons. */
export const MAX_RADIOS = 20

/** A select element. Its options are identified by index, because their values are untrusted and may be ''. */
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

/** A group of radio buttons. */
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

/** A checkbox or a switch with its label beside it. */
export function CheckboxControl({ field, id, value, aria, onChange }: ControlProps) {
  const isSwitch = field.type === 'switch'
  return (
    <input
      id={id}
      className={isSwitch ? 'pf-form-switch' : 'pf-form-checkbox'}
      type="checkbox"
      role={isSwitch ? 'switch' : undefined}
      checked={value === true}
      disabled={field.disabled}
      required={field.required && !isSwitch}
      aria-invalid={aria.invalid || undefined}
      aria-describedby={aria.describedBy}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}

/** A slider with its current value. */
export function RangeControl({ field, id, value, aria, format, onChange }: ControlProps) {
  const { low, high, step } = rangeEnds(field.rules)
  const at = typeof value === 'number' ? value : low
  const write = valueFormatter('number', format)
  return (
    <span className="pf-form-range">
      <input
        id={id}
        type="range"
        min={low}
        max={high}
        step={step}
        value={at}
        disabled={field.disabled}
        aria-valuetext={write(at)}
        aria-invalid={aria.invalid || undefined}
        aria-describedby={aria.describedBy}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      <output htmlFor={id} className="pf-form-value" style={{ minInlineSize: `${Math.max(write(low).length, write(high).length)}ch` }}>
        {write(at)}
      </output>
    </span>
  )
}
