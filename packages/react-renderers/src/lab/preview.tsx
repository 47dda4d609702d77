import type { AnswerEnvelope } from '@pf/core'
import { useMemo, useState } from 'react'
import { ComponentRenderer } from '../component-renderer/component-renderer.tsx'
import { defaultRenderers } from '../component-renderer/renderer-table.ts'
import { PfContext, useRendering } from '../context/pf-context.ts'
import { useMessages } from '../context/use-messages.ts'
import { labMessages } from '../messages/lab.ts'
import { scrollFrame } from '../parts/scroll-frame.ts'
import type { ComponentState } from '../store/model/types.ts'
import type { Payload } from './check-payload.ts'
import { Choice } from './choice.tsx'
import { type LocalAnswer, LocalInteraction, localInteraction } from './local-answer.ts'
import { withLocalAnswers } from './local-renderers.tsx'
import { StreamBar } from './stream-bar.tsx'
import { useStaged } from './use-staged.ts'

type Scheme = 'page' | 'light' | 'dark' | 'both'
type Width = '360' | '768' | 'full'

const schemes = ['page', 'light', 'dark', 'both'] as const satisfies readonly Scheme[]
const widths = ['360', '768', 'full'] as const satisfies readonly Width[]
const stages = { page: 'stage', light: 'lightStage', dark: 'darkStage' } as const

/** How the payload looks, in any scheme and width and at any place of its stream. */
export function Preview({ payload, current }: { payload: Payload | undefined; current: boolean }) {
  const messages = useMessages('lab', labMessages)
  const [scheme, setScheme] = useState<Scheme>('page')
  const [width, setWidth] = useState<Width>('full')
  const { state, controls, total } = useStaged(payload)
  return (
    <section className="pf-lab-preview" aria-label={messages.preview}>
      <div className="pf-lab-bar">
        <h3 className="pf-lab-head">{messages.preview}</h3>
        <Choice<Scheme> label={messages.scheme} options={schemes.map((one) => [one, messages[one]])} value={scheme} onChoose={setScheme} />
        <Choice<Width> label={messages.width} options={widths.map((one) => [one, one === 'full' ? messages.full : one])} value={width} onChoose={setWidth} />
      </div>
      <StreamBar controls={controls} total={total} />
      {!current && payload && <p className="pf-note">{messages.old}</p>}
      <Stages state={state} payload={payload} scheme={scheme} width={width} />
    </section>
  )
}

interface StagesProps {
  state: ComponentState | undefined
  payload: Payload | undefined
  scheme: Scheme
  width: Width
}

/** Questions are answered here: the answer stands below as what a tool would be given. */
function Stages({ state, payload, scheme, width }: StagesProps) {
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
            <Stage key={one} state={state} scheme={one} width={width} />
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

function Stage({ state, scheme, width }: Pick<StagesProps, 'state' | 'width'> & { scheme: Exclude<Scheme, 'both'> }) {
  const messages = useMessages('lab', labMessages)
  return (
    <div className="pf-lab-stage" {...scrollFrame(messages[stages[scheme]])} {...(scheme === 'page' ? {} : { 'data-theme': scheme })}>
      <div className="pf-lab-paper" data-width={width}>
        {state ? <ComponentRenderer key={state.component} component={state} /> : <p className="pf-note">{messages.nothingYet}</p>}
      </div>
    </div>
  )
}
