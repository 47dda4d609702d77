import type { JsonObject } from '@pf/core'
import { createContext, createElement, lazy, memo, type ReactNode, Suspense, useContext, useEffect, useMemo } from 'react'
import { useRendering } from '../hooks/context.ts'
import { useGiven } from '../hooks/given-interaction.ts'
import { useAsked } from '../hooks/use-interaction.ts'
import { useKits } from '../hooks/use-kits.ts'
import { namesIn } from '../kits/names-in.ts'
import { cardWords } from '../messages/card-words.ts'
import { useWords } from '../messages/use-words.ts'
import type { ComponentState } from '../store/types.ts'
import { ArtifactBoundary } from './artifact-boundary.tsx'
import { ArtifactCard } from './artifact-card.tsx'
import { preloadRenderers } from './loadable.ts'
import type { NestedComponent, RendererInteraction } from './renderer-props.ts'
import { defaultRenderers } from './renderer-table.ts'
import { Skeleton } from './skeleton.tsx'
import { judge, type Verdict } from './verdict.ts'

/** Draws one component of a turn: whatever is wrong with it, the page around it stays. */
export const ComponentRenderer = /* @__PURE__ */ memo(function ComponentRenderer({ component }: { component: ComponentState }): ReactNode {
  const { policy, components, kits, renderers = defaultRenderers, onError, store } = useRendering()
  const name = component.component
  const words = useWords('cards', cardWords)
  const known = useAsked(store, component.question, component.question !== undefined)
  const given = useGiven(component.question)
  const asked = known ?? given
  const names = useNeeded(component)
  const verdict = judge(component, { policy, components, renderers, kits: useKits(names), words })
  const content = (
    <section className="pf-artifact" data-component={name} data-status={component.status} aria-label={component.title ?? words.kind(name)}>
      {verdict.draw ? (
        <ArtifactBoundary
          resetKey={drawing(component)}
          onError={onError}
          fallback={<Failed component={component} asked={asked} />}
          unloaded={(retry) => <ArtifactCard text={words.notLoaded(words.kind(name))} onRetry={retry} />}
        >
          <Suspense fallback={<Skeleton component={name} props={component.props} />}>{draw(component, verdict, asked)}</Suspense>
        </ArtifactBoundary>
      ) : (
        <>
          {stand(component, verdict, () => void kits.load(names))}
          {!verdict.skeleton && asked && <Leave asked={asked} />}
        </>
      )}
    </section>
  )
  if (!known) return content
  return (
    <Suspense fallback={content}>
      <QuestionFrame interaction={known}>{content}</QuestionFrame>
    </Suspense>
  )
})

/** The way out of a question that this page cannot draw. */
function Leave({ asked }: { asked: RendererInteraction }) {
  const words = useWords('cards', cardWords)
  if (asked.state !== 'open' && asked.state !== 'failed') return null
  return (
    <button type="button" className="pf-button" onClick={asked.cancel}>
      {words.leave}
    </button>
  )
}

/** Most pages never ask: what stands around a question comes with the first one. */
const QuestionFrame = lazy(() => import('../interaction/question-frame.tsx').then((module) => ({ default: module.QuestionFrame })))

const NONE: readonly string[] = []

/** The components whose rules and code this one needs, fetched from now on; nothing for one that will not be drawn. */
function useNeeded({ component, props, status }: ComponentState): readonly string[] {
  const { policy, renderers = defaultRenderers } = useRendering()
  const wanted = status !== 'rejected' && renderers.has(component) && policy.allows(component)
  const names = useMemo(() => (wanted ? namesIn(component, props).filter(policy.allows) : NONE), [wanted, component, props, policy])
  useEffect(() => preloadRenderers(renderers, names), [renderers, names])
  return status === 'ready' ? names : NONE
}

/** A preview that fails is not tried again with every piece that comes: its final form is. */
const drawing = ({ status, key, props }: ComponentState): unknown => (status === 'streaming' ? key : props)

function Failed({ component: { status, component, props }, asked }: { component: ComponentState; asked: RendererInteraction | undefined }) {
  const words = useWords('cards', cardWords)
  if (status === 'streaming') return <Skeleton component={component} props={props} />
  return (
    <>
      <ArtifactCard text={words.notDrawn(words.kind(component))} />
      {asked && <Leave asked={asked} />}
    </>
  )
}

function draw(component: ComponentState, verdict: Verdict & { draw: true }, asked: RendererInteraction | undefined) {
  const streaming = component.status === 'streaming'
  const title = component.title === undefined ? {} : { title: component.title }
  const renderNested = (nested: NestedComponent) => <Nested key={nested.id} nested={nested} streaming={streaming} meta={component.meta} />
  return createElement(verdict.renderer, {
    props: verdict.props,
    id: component.id,
    streaming,
    renderNested,
    ...title,
    ...(asked ? { interaction: asked } : {}),
  })
}

function stand({ component, props }: ComponentState, verdict: Verdict & { draw: false }, reload: () => void) {
  if (verdict.skeleton) return <Skeleton component={component} props={props} />
  return <ArtifactCard text={verdict.text} issues={verdict.issues} onRetry={verdict.unloaded ? reload : undefined} />
}

const MAX_DEPTH = 8
const Depth = /* @__PURE__ */ createContext(0)

interface NestedProps {
  nested: NestedComponent
  streaming: boolean
  meta: JsonObject | undefined
}

/** A component inside a layout: the rules of the top hold, and depth is bounded. */
function Nested({ nested: { id, component, props, title }, streaming, meta }: NestedProps) {
  const depth = useContext(Depth)
  const words = useWords('cards', cardWords)
  const state = useMemo(
    (): ComponentState => ({
      key: id,
      id,
      component,
      props,
      status: streaming ? 'streaming' : 'ready',
      message_id: '',
      seq: 0,
      ts: 0,
      version: 0,
      ...(title ? { title } : {}),
      ...(meta ? { meta } : {}),
    }),
    [id, component, props, title, streaming, meta],
  )
  if (depth >= MAX_DEPTH) return <ArtifactCard text={words.tooDeep} />
  return (
    <Depth.Provider value={depth + 1}>
      <ComponentRenderer component={state} />
    </Depth.Provider>
  )
}
