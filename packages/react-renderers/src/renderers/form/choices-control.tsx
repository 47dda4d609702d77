import { useMemo, useState } from 'react'
import { useMessages } from '../../context/use-messages.ts'
import { type FormMessages, formMessages } from '../../messages/form.ts'
import type { ControlProps } from './control-props.ts'
import type { FieldOption } from './field-model.ts'

/** Lists with at least this many options have a search field and scroll. */
const SEARCHABLE_FROM = 9
/** Number of options that are rendered initially. */
const MAX_INITIAL_OPTIONS = 60

const NOTHING: readonly string[] = []

/** A list of checkboxes, with a search field when there are many. */
export function ChoicesControl({ field, id, value, aria, onChange }: ControlProps) {
  const messages = useMessages('form', formMessages)
  const [search, setSearch] = useState('')
  const [showAll, setShowAll] = useState(false)
  const { options } = field
  const chosen = Array.isArray(value) ? (value as readonly string[]) : NOTHING
  const found = useMemo(() => matching(options, search), [options, search])
  const shown = showAll ? found : found.slice(0, MAX_INITIAL_OPTIONS)
  const long = options.length >= SEARCHABLE_FROM
  // The answer keeps the order of the options.
  const toggle = (option: FieldOption, on: boolean) =>
    onChange(options.map((each) => each.value).filter((each) => (each === option.value ? on : chosen.includes(each))))
  return (
    <fieldset
      id={id}
      className="pf-form-choices"
      aria-labelledby={aria.labelledBy}
      aria-describedby={aria.describedBy}
      data-invalid={aria.invalid || undefined}
      data-long={long || undefined}
    >
      {long && (
        <ChoicesSearch label={field.label} search={search} onSearch={setSearch} messages={messages} counted={messages.chosen(chosen.length, options.length)} />
      )}
      <div className="pf-form-options">
        {shown.map((option) => (
          <label key={option.value} className="pf-form-option">
            <input
              type="checkbox"
              checked={chosen.includes(option.value)}
              disabled={field.disabled}
              aria-invalid={aria.invalid || undefined}
              onChange={(event) => toggle(option, event.target.checked)}
            />
            <span dir="auto">{option.label}</span>
          </label>
        ))}
        {found.length === 0 && search !== '' && <p className="pf-form-none">{messages.noMatch}</p>}
        {shown.length < found.length && (
          <button type="button" className="pf-tool pf-form-clear" onClick={() => setShowAll(true)}>
            {messages.showMore(found.length - shown.length)}
          </button>
        )}
      </div>
    </fieldset>
  )
}

interface ChoicesSearchProps {
  label: string
  search: string
  onSearch(search: string): void
  counted: string
  messages: FormMessages
}

function ChoicesSearch({ label, search, onSearch, counted, messages }: ChoicesSearchProps) {
  return (
    <div className="pf-form-search">
      <input
        type="search"
        className="pf-form-input"
        aria-label={messages.searchIn(label)}
        placeholder={messages.search}
        value={search}
        autoComplete="off"
        onChange={(event) => onSearch(event.target.value)}
        // Enter in the search field must not submit the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <span className="pf-form-count">{counted}</span>
    </div>
  )
}

function matching(options: readonly FieldOption[], search: string): readonly FieldOption[] {
  const wanted = search.trim().toLowerCase()
  return wanted === '' ? options : options.filter((option) => option.label.toLowerCase().includes(wanted))
}
