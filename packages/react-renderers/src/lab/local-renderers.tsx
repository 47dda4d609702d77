import { type ComponentType, createElement, useContext } from 'react'
import type { RendererProps, RendererTable } from '../context/renderer-props.ts'
import { asks } from '../store/model/asking-tools.ts'
import { LocalInteraction } from './local-answer.ts'

/** A table whose questions are answered on the bench; everything else is drawn as it is. */
export function withLocalAnswers(renderers: RendererTable): RendererTable {
  return new Map([...renderers].map(([name, renderer]) => [name, asks(name) ? answeredHere(renderer) : renderer]))
}

const answeredHere = (renderer: ComponentType<RendererProps>) => (props: RendererProps) => createElement(AnsweredHere, { renderer, props })

function AnsweredHere({ renderer, props }: { renderer: ComponentType<RendererProps>; props: RendererProps }) {
  const interaction = useContext(LocalInteraction)
  return createElement(renderer, { ...props, ...(interaction && !props.streaming ? { interaction } : {}) })
}
