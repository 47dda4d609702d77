import type { AnswerEnvelope, JsonObject, JsonValue } from '@pf/core'
import { type ComponentType, createContext, createElement, useContext } from 'react'
import type { RendererInteraction, RendererProps, RendererTable } from '../context/renderer-props.ts'
import { registryKits } from '../kits/kit-cache.ts'
import { isInteractive } from '../store/model/interactive-tools.ts'

/** The outcome of a question in the Lab. */
export interface LocalAnswer {
  envelope: AnswerEnvelope
  /** Milliseconds since the epoch. */
  at: number
}

/** A question, and the receiver of its answer. */
export interface LocalQuestion {
  component: string
  props: JsonObject
  answer: LocalAnswer | undefined
  onAnswer(envelope: AnswerEnvelope): void
}

/** The interaction for renderers of questions in the Lab. */
export const LocalInteraction = /* @__PURE__ */ createContext<RendererInteraction | undefined>(undefined)

let files = 0

/** Creates an interaction that is answered in the page. Nothing is sent. */
export function localInteraction({ component, props, answer, onAnswer }: LocalQuestion): RendererInteraction {
  const state = !answer ? 'open' : 'cancelled' in answer.envelope ? 'cancelled' : 'answered'
  return {
    state,
    submit: (result) => onAnswer({ result }),
    cancel: () => onAnswer({ cancelled: true }),
    upload: async (_, file) => ({ artifact_id: `local-${++files}`, name: file.name, media_type: file.type || 'application/octet-stream', bytes: file.size }),
    ...(answer && 'result' in answer.envelope ? { value: withoutSecrets(component, props, answer.envelope.result), answeredAt: answer.at } : {}),
  }
}

/** Returns an answer without secrets, as a server would show it. */
function withoutSecrets(component: string, props: JsonObject, result: JsonValue): JsonValue {
  const mask = registryKits.get(component)?.answer?.mask
  return mask ? (mask(props, result) as JsonValue) : result
}

/** Returns a table whose questions are answered in the Lab. Other components are drawn unchanged. */
export function withLocalAnswers(renderers: RendererTable): RendererTable {
  return new Map([...renderers].map(([name, renderer]) => [name, isInteractive(name) ? withLocalAnswer(renderer) : renderer]))
}

const withLocalAnswer = (renderer: ComponentType<RendererProps>) => (props: RendererProps) => createElement(LocallyAnswered, { renderer, props })

function LocallyAnswered({ renderer, props }: { renderer: ComponentType<RendererProps>; props: RendererProps }) {
  const interaction = useContext(LocalInteraction)
  return createElement(renderer, { ...props, ...(interaction && !props.streaming ? { interaction } : {}) })
}
