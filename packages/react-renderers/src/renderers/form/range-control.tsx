import { valueFormatter } from '../../format/value-formatter.ts'
import type { ControlProps } from './control-props.ts'
import { rangeEnds } from './field-value.ts'

/** A slider between two ends, with the figure it stands at. */
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
      <output htmlFor={id} className="pf-form-figure" style={{ minInlineSize: `${Math.max(write(low).length, write(high).length)}ch` }}>
        {write(at)}
      </output>
    </span>
  )
}
