import type { JsonObject, JsonValue } from '@pf/core'
import { type ReactNode, useMemo, useState } from 'react'
import { ComponentRenderer } from '../component-renderer/component-renderer.tsx'
import { ExternalQuestionContext } from '../context/external-question.ts'
import { useRendering } from '../context/pf-context.ts'
import type { RendererInteraction } from '../context/renderer-props.ts'
import { CancelQuestionButton } from '../interaction/cancel-question-button.tsx'
import { toState } from './read-component.ts'

interface ChatQuestionProps {
  /** Id of the question, unique on the page. */
  id: string
  component: string
  props: JsonObject
  /** Sends an answer. If it cannot be sent, the result rejects, and the answer may be sent again. */
  onSubmit: ((result: JsonValue) => unknown) | undefined
  onCancel: (() => unknown) | undefined
  /** True if the server knows the question by this id and accepts files for it. */
  takesFiles?: boolean
  /** The outcome of the question, if it has ended. */
  outcome?: Pick<RendererInteraction, 'state' | 'value'> | undefined
}

/** Draws a question with the registry's renderer. It is answered through functions of the surrounding chat. */
export function ChatQuestion({ id, component, props, onSubmit, onCancel, takesFiles, outcome }: ChatQuestionProps): ReactNode {
  const { client } = useRendering()
  const [sent, setSent] = useState<'open' | 'submitting' | 'failed'>('open')
  const state = useMemo(() => toState({ id, component, props }, { question: id }), [id, component, props])
  const send = (answer: (() => unknown) | undefined) => {
    if (!answer || sent === 'submitting') return
    setSent('submitting')
    Promise.resolve()
      .then(answer)
      .catch(() => setSent('failed'))
  }
  const interaction: RendererInteraction = {
    state: onSubmit ? sent : 'preview',
    submit: (result) => send(onSubmit && (() => onSubmit(result))),
    cancel: () => send(onCancel),
    ...(client && takesFiles ? { upload: (field: string, file: File) => client.upload(id, field, file) } : {}),
    ...outcome,
  }
  return (
    <ExternalQuestionContext.Provider value={{ id, interaction, cancelButton: <CancelQuestionButton interaction={interaction} /> }}>
      <ComponentRenderer component={state} />
    </ExternalQuestionContext.Provider>
  )
}
