import { useId } from 'react'

interface ChoiceProps<Value extends string> {
  label: string
  options: readonly (readonly [value: Value, label: string])[]
  value: Value
  onChoose(value: Value): void
}

/** One of a few, in native radio buttons. */
export function Choice<Value extends string>({ label, options, value, onChoose }: ChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className="pf-lab-choice">
      <legend>{label}</legend>
      {options.map(([option, words]) => (
        <label key={option}>
          <input type="radio" name={name} checked={option === value} onChange={() => onChoose(option)} />
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  )
}
