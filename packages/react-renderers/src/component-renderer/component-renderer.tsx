import type { JsonObject } from '@pf/core'
import type { Policy } from '@pf/registry/browser'
import { createContext, createElement, memo, type ReactNode, Suspense, useContext, useEffect, useMemo } from 'react'
import { useExternalQuestion } from '../context/external-question.ts'
import { useRendering } from '../context/pf-context.ts'
import type { NestedComponent, RendererInteraction, RendererTable } from '../context/renderer-props.ts'
import { TextBudgetContext, useTextBudget } from '../context/text-budget.ts'
import { useMessages } from '../context/use-messages.ts'
import { useKits } from '../hooks/use-kits.ts'
import { componentNames } from '../kits/component-names.ts'
import { cardMessages } from '../messages/cards.ts'
import { ComponentCard } from '../parts/component-card.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import type { ComponentState } from '../store/model/types.ts'
import { ComponentBoundary } from './component-boundary.tsx'
import { loadable, preloadRenderers } from './loadable.ts'
import { type CardDecision, type DrawDecision, decideRendering } from './render-decision.ts'
import { defaultRenderers } from './renderer-table.ts'

/** Renders one component of a turn. Errors in the component do not affect the rest of the page. */
export const ComponentRenderer = /* @__PURE__ */ memo(function ComponentRenderer({ component }: { component: ComponentState }): ReactNode {
  const { question } = component
  const external = useExternalQuestion(question)
  const preview = <ComponentBody component={component} {...external} />
  if (question === undefined || external) return preview
  return (
    <LoadBoundary component={component} resetKey={question} failed={preview} waiting={preview}>
      <Question id={question}>
        {(interaction, cancelButton) => <ComponentBody component={component} interaction={interaction} cancelButton={cancelButton} />}
      </Question>
    </LoadBoundary>
  )
})

/** The code around a question, loaded with the first question because most pages never show one. */
const Question = /* @__PURE__ */ loadable(() => import('../interaction/question.tsx').then((module) => module.Question))

interface ComponentBodyProps {
  component: ComponentState
  /** The actions on the question. Without them, a question is rendered as a preview. */
  interaction?: RendererInteraction | undefined
  /** A button that cancels a question that cannot be drawn. */
  cancelButton?: ReactNode
}

function ComponentBody({ component, interaction, cancelButton }: ComponentBodyProps) {
  const { policy, components, kits, renderers = defaultRenderers } = useRendering()
  const { component: name, props, status, title } = component
  const messages = useMessages('cards', cardMessages)
  const names = useRequiredComponents(component, policy, renderers)
  const loaded = useKits(names)
  const textBudget = useTextBudget()
  // Memoized, because renders repeat more often than the data changes.
  const decision = useMemo(
    () => decideRendering(component, { policy, components, renderers, kits: loaded, messages }),
    [component, policy, components, renderers, loaded, messages],
  )
  const skeleton = <Skeleton component={name} props={props} />
  const card = ({ text, issues, notLoaded }: CardDecision) => (
    <>
      <ComponentCard text={text} issues={issues} onRetry={notLoaded && (() => void kits.load(names))} />
      {!notLoaded && status === 'ready' && <FailureReport id={component.id} component={name} reason={text} />}
      {cancelButton}
    </>
  )
  return (
    <section className="pf-component" data-component={name} data-status={status} aria-label={title ?? messages.kind(name)}>
      {!decision ? (
        skeleton
      ) : 'text' in decision ? (
        card(decision)
      ) : (
        <LoadBoundary
          component={component}
          resetKey={resetKeyOf(component)}
          failed={status === 'streaming' ? skeleton : card({ text: messages.notDrawn(messages.kind(name)) })}
          waiting={skeleton}
        >
          <TextBudgetContext.Provider value={textBudget}>{renderBody(component, decision, interaction)}</TextBudgetContext.Provider>
        </LoadBoundary>
      )}
    </section>
  )
}

/** Reports to the server that a card replaces a component. Its code is loaded with the first failure. */
function FailureReport({ id, component, reason }: { id: string; component: string; reason: string }) {
  const context = useRendering()
  useEffect(() => {
    import('../run/component-failures.ts').then(({ addFailure }) => addFailure(context, { id, component, reason })).catch(() => undefined)
  }, [context, id, component, reason])
  return null
}

interface LoadBoundaryProps {
  component: ComponentState
  resetKey: unknown
  /** Rendered if an error was thrown. */
  failed: ReactNode
  /** Rendered while code is being loaded. */
  waiting: ReactNode
  children: ReactNode
}

/** Suspends while code is being loaded and catches its errors. A failed load can be retried. */
function LoadBoundary({ component, resetKey, failed, waiting, children }: LoadBoundaryProps) {
  const { onError } = useRendering()
  const messages = useMessages('cards', cardMessages)
  const notLoaded = (retry: () => void) => <ComponentCard text={messages.notLoaded(messages.kind(component.component))} onRetry={retry} />
  return (
    <ComponentBoundary resetKey={resetKey} onError={onError} fallback={failed} notLoaded={notLoaded}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </ComponentBoundary>
  )
}

const NONE: readonly string[] = []

/** Returns the components whose kits this component needs, and starts loading their renderers. Returns no names for a component that will not be drawn. */
function useRequiredComponents({ component, props, status }: ComponentState, policy: Policy, renderers: RendererTable): readonly string[] {
  const wanted = status !== 'rejected' && renderers.has(component) && policy.allows(component)
  const names = useMemo(() => (wanted ? componentNames(component, props).filter(policy.allows) : NONE), [wanted, component, props, policy])
  useEffect(() => preloadRenderers(renderers, names), [renderers, names])
  return status === 'ready' ? names : NONE
}

/** A failed preview is not retried with every further piece, but with its final form. */
const resetKeyOf = ({ status, key, props }: ComponentState): unknown => (status === 'streaming' ? key : props)

function renderBody({ id, status, title, meta }: ComponentState, { renderer, props }: DrawDecision, interaction: RendererInteraction | undefined) {
  const streaming = status === 'streaming'
  const renderNested = (nested: NestedComponent) => <Nested key={nested.id} nested={nested} streaming={streaming} meta={meta} />
  return createElement(renderer, { props, id, streaming, renderNested, ...(title !== undefined && { title }), ...(interaction && { interaction }) })
}

const MAX_DEPTH = 8
const Depth = /* @__PURE__ */ createContext(0)

interface NestedProps {
  nested: NestedComponent
  streaming: boolean
  meta: JsonObject | undefined
}

/** Renders a component inside a layout under the same rules. The depth is limited. */
function Nested({ nested: { id, component, props, title }, streaming, meta }: NestedProps) {
  const depth = useContext(Depth)
  const messages = useMessages('cards', cardMessages)
  const state = useMemo((): ComponentState => {
    const status = streaming ? 'streaming' : 'ready'
    return { key: id, id, component, props, status, message_id: '', seq: 0, ts: 0, version: 0, ...(title && { title }), ...(meta && { meta }) }
  }, [id, component, props, title, streaming, meta])
  if (depth >= MAX_DEPTH) return <ComponentCard text={messages.tooDeep} />
  return (
    <Depth.Provider value={depth + 1}>
      <ComponentRenderer component={state} />
    </Depth.Provider>
  )
}
