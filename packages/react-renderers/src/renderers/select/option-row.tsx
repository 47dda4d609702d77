import { useId } from 'react'
import { NamedIcon } from '../shared/named-icon.tsx'
import type { ChoiceOption } from './read-options.ts'

interface OptionRowProps {
  option: ChoiceOption
  kind: 'radio' | 'checkbox'
  name: string
  checked: boolean
  disabled: boolean
  onPick(): void
}

/** An option: a native control with its label, description and facts. */
export function OptionRow({ option, kind, name, checked, disabled, onPick }: OptionRowProps) {
  const id = useId()
  const { label, description, facts } = option
  const more = description !== '' || facts.length > 0
  return (
    <label className="pf-option" data-checked={checked || undefined} data-disabled={disabled || undefined}>
      <input
        type={kind}
        name={name}
        checked={checked}
        disabled={disabled}
        aria-labelledby={id}
        aria-describedby={more ? `${id}-more` : undefined}
        onChange={onPick}
      />
      <span className="pf-option-text">
        <span className="pf-option-label" id={id} dir="auto">
          <NamedIcon name={option.icon} />
          {label}
        </span>
        {more && (
          <span className="pf-option-more" id={`${id}-more`}>
            {description !== '' && <span dir="auto">{description}</span>}
            {facts.map(([fact, value]) => (
              <span className="pf-option-detail" key={fact}>
                {fact} <bdi>{value}</bdi>
              </span>
            ))}
          </span>
        )}
      </span>
    </label>
  )
}
