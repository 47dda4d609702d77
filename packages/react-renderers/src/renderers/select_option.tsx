import { isRecord } from '@pf/core/internal'
import { useId, useMemo, useState } from 'react'
import { previewInteraction, type RendererInteraction, type RendererProps } from '../context/renderer-props.ts'
import { useMessages } from '../context/use-messages.ts'
import { questionMessages } from '../messages/questions.ts'
import { selectMessages } from '../messages/select.ts'
import { plainLine, plainText } from '../text/plain-text.ts'
import { isFinal, OutcomeLine } from './question/outcome-line.tsx'
import { QuestionActions } from './question/question-actions.tsx'
import { OptionRow } from './select/option-row.tsx'
import { boundsText, type ChoiceModel, matching, readChoice } from './select/read-options.ts'

export type { NestedComponent, RendererInteraction, RendererProps, UploadedFile } from '../context/renderer-props.ts'

const SEARCH_FROM = 12

/** Lets the user choose one or more options. */
export function SelectOptionRenderer({ props, title, streaming, interaction = previewInteraction }: RendererProps) {
  const messages = useMessages('select', selectMessages)
  const choice = useMemo(() => readChoice(props), [props])
  const interactionNow = streaming ? previewInteraction : interaction
  const heading = plainLine(props.title, 300) || plainText(title ?? '', 300) || messages.choose
  if (isFinal(interactionNow)) return <Outcome heading={heading} choice={choice} interaction={interactionNow} />
  return <Choice heading={heading} about={plainLine(props.description, 1_000)} choice={choice} interaction={interactionNow} />
}

interface ChoiceProps {
  heading: string
  about: string
  choice: ChoiceModel
  interaction: RendererInteraction
}

function Choice({ heading, about, choice, interaction }: ChoiceProps) {
  const id = useId()
  const messages = useMessages('select', selectMessages)
  const { sending } = useMessages('question', questionMessages)
  const [picked, setPicked] = useState<readonly string[]>([])
  const [search, setSearch] = useState('')
  const [error, setError] = useState<string>()
  const { state } = interaction
  const locked = state !== 'open' && state !== 'failed'
  const { multiple, min, max, options } = choice
  const shown = matching(options, search)
  const full = multiple && picked.length >= max
  const pick = (value: string) => {
    setError(undefined)
    setPicked(multiple ? (picked.includes(value) ? picked.filter((other) => other !== value) : [...picked, value]) : [value])
  }
  const send = () => {
    if (locked) return
    if (picked.length < min) setError(min === 1 ? messages.chooseFirst : messages.more(min - picked.length))
    else interaction.submit({ selected: options.map(({ value }) => value).filter((value) => picked.includes(value)) })
  }
  return (
    <div className="pf-prompt pf-select" data-layout={choice.layout} data-state={state}>
      <fieldset className="pf-select-set" aria-describedby={`${id}-bounds`}>
        <legend className="pf-prompt-title" dir="auto">
          {heading}
        </legend>
        {about !== '' && (
          <p className="pf-prompt-description" dir="auto">
            {about}
          </p>
        )}
        {(choice.searchable || options.length > SEARCH_FROM * 2) && (
          <input
            className="pf-input pf-select-search"
            type="search"
            value={search}
            placeholder={messages.search}
            aria-label={messages.searchIn}
            disabled={state === 'preview'}
            onChange={(event) => setSearch(event.target.value)}
          />
        )}
        <div className="pf-select-options">
          {shown.map((option) => (
            <OptionRow
              key={option.value}
              option={option}
              kind={multiple ? 'checkbox' : 'radio'}
              name={id}
              checked={picked.includes(option.value)}
              disabled={locked || option.disabled || (full && !picked.includes(option.value))}
              onPick={() => pick(option.value)}
            />
          ))}
          {shown.length === 0 && <p className="pf-note">{options.length === 0 ? messages.noOptions : messages.noMatch}</p>}
        </div>
      </fieldset>
      <p className="pf-prompt-bounds" id={`${id}-bounds`}>
        {boundsText(choice, messages)}
        {multiple && picked.length > 0 && ` ${messages.chosen(picked.length)}`}
        {full && picked.length < options.length && ` ${messages.maxReached}`}
      </p>
      <QuestionActions interaction={interaction} error={error}>
        <button type="button" className="pf-button pf-prompt-submit" disabled={state === 'preview'} aria-disabled={locked || undefined} onClick={send}>
          {state === 'submitting' ? sending : messages.choose}
        </button>
      </QuestionActions>
    </div>
  )
}

function Outcome({ heading, choice, interaction }: Omit<ChoiceProps, 'about'>) {
  const messages = useMessages('select', selectMessages)
  const { value } = interaction
  const selected = isRecord(value) && Array.isArray(value.selected) ? value.selected : undefined
  const chosen = choice.options.filter((option) => selected?.includes(option.value))
  return (
    <div className="pf-prompt-summary" data-state={interaction.state}>
      <p className="pf-prompt-outcome">
        <span className="pf-prompt-summary-title" dir="auto">
          {heading}
        </span>
        <OutcomeLine interaction={interaction} />
      </p>
      {selected && (
        <p className="pf-prompt-chosen">
          {chosen.length === 0 && messages.noneChosen}
          {chosen.slice(0, 20).map((option, index) => (
            <span key={option.value}>
              {index > 0 && ', '}
              <bdi>{option.label}</bdi>
            </span>
          ))}
          {chosen.length > 20 && ` ${messages.rest(chosen.length - 20)}`}
        </p>
      )}
    </div>
  )
}
