import type { ControlProps } from './control-props.ts'

/** Ticked or not, or on and off: the label stands beside it. */
export function TickControl({ field, id, value, aria, onChange }: ControlProps) {
  const isSwitch = field.type === 'switch'
  return (
    <input
      id={id}
      className={isSwitch ? 'pf-form-switch' : 'pf-form-tick'}
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
