import type { AnswerEnvelope } from '@pf/core'
import { useId, useMemo, useState } from 'react'
import { ComponentRenderer } from '../component-renderer/component-renderer.tsx'
import { defaultRenderers } from '../component-renderer/renderer-table.ts'
import { PfContext, useRendering } from '../context/pf-context.ts'
import { useMessages } from '../context/use-messages.ts'
import { labMessages } from '../messages/lab.ts'
import { scrollFrame } from '../parts/scroll-frame.ts'
import type { ComponentState } from '../store/model/types.ts'
import type { Payload } from './check-payload.ts'
import { type LocalAnswer, LocalInteraction, localInteraction, withLocalAnswers } from './local-answer.ts'
import { StreamBar } from './stream-bar.tsx'
import { usePreviewState } from './use-preview-state.ts'

type Scheme = 'page' | 'light' | 'dark' | 'both'
type Width = '360' | '768' | 'full'

const schemes = ['page', 'light', 'dark', 'both'] as const satisfies readonly Scheme[]
const widths = ['360', '768', 'full'] as const satisfies readonly Width[]
const stages = { page: 'stage', light: 'lightStage', dark: 'darkStage' } as const

/** Renders the payload in the selected colour scheme and width, and at any position of its stream. */
export function Preview({ payload, current }: { payload: Payload | undefined; current: boolean }) {
  const messages = useMessages('lab', labMessages)
  const [scheme, setScheme] = useState<Scheme>('page')
  const [width, setWidth] = useState<Width>('full')
  const { state, controls, total } = usePreviewState(payload)
  return (
    <section className="pf-lab-preview" aria-label={messages.preview}>
      <div className="pf-lab-bar">
        <h3 className="pf-lab-head">{messages.preview}</h3>
        <Choice<Scheme> label={messages.scheme} options={schemes.map((one) => [one, messages[one]])} value={scheme} onChoose={setScheme} />
        <Choice<Width> label={messages.width} options={widths.map((one) => [one, one === 'full' ? messages.full : one])} value={width} onChoose={setWidth} />
      </div>
      <StreamBar controls={controls} total={total} />
      {!current && payload && <p className="pf-note">{messages.outdated}</p>}
      <PreviewPanes state={state} payload={payload} scheme={scheme} width={width} />
    </section>
  )
}

interface PreviewPanesProps {
  state: ComponentState | undefined
  payload: Payload | undefined
  scheme: Scheme
  width: Width
}

/** Questions are answered here. The answer is shown below, in the form that a tool would receive. */
function PreviewPanes({ state, payload, scheme, width }: PreviewPanesProps) {
  const messages = useMessages('lab', labMessages)
  const outer = useRendering()
  const [answers, setAnswers] = useState<LocalAnswer & { to: Payload }>()
  const answer = answers?.to === payload ? answers : undefined
  const value = useMemo(() => ({ ...outer, store: undefined, renderers: withLocalAnswers(outer.renderers ?? defaultRenderers) }), [outer])
  const interaction = useMemo(() => {
    if (!payload) return undefined
    const onAnswer = (envelope: AnswerEnvelope) => setAnswers({ envelope, at: Date.now(), to: payload })
    return localInteraction({ ...payload, answer, onAnswer })
  }, [payload, answer])
  const shown = scheme === 'both' ? (['light', 'dark'] as const) : [scheme]
  return (
    <PfContext.Provider value={value}>
      <LocalInteraction.Provider value={interaction}>
        <div className="pf-lab-stages" data-count={shown.length}>
          {shown.map((one) => (
            <PreviewPane key={one} state={state} scheme={one} width={width} />
          ))}
        </div>
      </LocalInteraction.Provider>
      {answer && (
        <section className="pf-lab-answer" aria-label={messages.answer}>
          <div className="pf-lab-bar">
            <h3 className="pf-lab-head">{messages.answer}</h3>
            <button type="button" className="pf-tool" onClick={() => setAnswers(undefined)}>
              {messages.askAgain}
            </button>
          </div>
          <pre {...scrollFrame(messages.answerJson)}>{JSON.stringify(answer.envelope, undefined, 2)}</pre>
        </section>
      )}
    </PfContext.Provider>
  )
}

function PreviewPane({ state, scheme, width }: Pick<PreviewPanesProps, 'state' | 'width'> & { scheme: Exclude<Scheme, 'both'> }) {
  const messages = useMessages('lab', labMessages)
  return (
    <div className="pf-lab-stage" {...scrollFrame(messages[stages[scheme]])} {...(scheme === 'page' ? {} : { 'data-theme': scheme })}>
      <div className="pf-lab-canvas" data-width={width}>
        {state ? <ComponentRenderer key={state.component} component={state} /> : <p className="pf-note">{messages.nothingYet}</p>}
      </div>
    </div>
  )
}

interface ChoiceProps<Value extends string> {
  label: string
  options: readonly (readonly [value: Value, label: string])[]
  value: Value
  onChoose(value: Value): void
}

/** A choice between a few options, with native radio buttons. */
export function Choice<Value extends string>({ label, options, value, onChoose }: ChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className="pf-lab-choice">
      <legend>{label}</legend>
      {options.map(([option, text]) => (
        <label key={option}>
          <input type="radio" name={name} checked={option === value} onChange={() => onChoose(option)} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  )
}
