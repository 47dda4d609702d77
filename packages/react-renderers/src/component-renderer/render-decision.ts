import type { JsonObject, ValidationIssue } from '@pf/core'
import { type ComponentSet, compatibility, fallbackText, type Policy, withoutUnknown } from '@pf/registry/browser'
import type { ComponentType } from 'react'
import type { RendererProps, RendererTable } from '../context/renderer-props.ts'
import type { ComponentKitState } from '../kits/component-kit-store.ts'
import type { cardMessages } from '../messages/cards.ts'
import type { ComponentState } from '../store/model/types.ts'
import { plainText } from '../text/plain-text.ts'

/** A component to draw, with validated props. */
export interface DrawDecision {
  renderer: ComponentType<RendererProps>
  props: JsonObject
}

/** The rendering of a component: its renderer, a card with a text, or undefined for a skeleton. */
type RenderDecision = DrawDecision | CardDecision | undefined

/** A card that replaces the component. */
export interface CardDecision {
  text: string
  issues?: readonly ValidationIssue[]
  /** Set if the kit of the component did not load, so that loading can be retried. */
  notLoaded?: true
}

/** The components and rules known to the page. */
export interface Rules {
  policy: Policy
  components: ComponentSet
  renderers: RendererTable
  /** The loading state of the kits for this component and all components inside it. */
  kits: ComponentKitState
  messages: typeof cardMessages
}

type ComponentInput = Pick<ComponentState, 'component' | 'props' | 'status' | 'errors' | 'title' | 'meta' | 'question'>

/** Decides how to render a component, under the policy of the browser. Data from the server is not trusted. */
export function decideRendering(component: ComponentInput, rules: Rules): RenderDecision {
  const { component: name, status, props, errors = [] } = component
  const { messages, kits } = rules
  const kind = messages.kind(name)
  if (status === 'rejected')
    return errors.some(({ code }) => code === 'incomplete') ? { text: messages.unfinished(kind) } : { text: messages.rejected(kind), issues: errors }
  if (status === 'skeleton') return undefined
  const renderer = rules.renderers.get(name)
  if (!renderer) return isNewer(component) ? asText(component) : { text: messages.noRenderer(kind) }
  if (!rules.policy.allows(name)) return { text: messages.notEnabled(kind) }
  if (status === 'streaming') return { renderer, props }
  if (kits === 'loading') return undefined
  if (kits === 'failed') return { text: messages.notLoaded(kind), notLoaded: true }
  const result = validated(component, rules)
  if (result.ok) return { renderer, props: result.props }
  if (isNewer(component) && result.issues.some(({ code }) => code === 'unknown_component')) return asText(component)
  return { text: messages.wrongShape(kind), issues: result.issues }
}

/** True for a component created with a registry that may contain components and props unknown to this one. */
const isNewer = ({ meta }: ComponentInput) => typeof meta?.registry_version === 'string' && compatibility({ version: meta.registry_version }) === 'newer'

/** Returns a card for a component that is newer than this page: its title and the texts in its props. */
function asText({ component, props, title }: ComponentInput): CardDecision {
  const lines = fallbackText(component, props, title).split('\n')
  return { text: lines.map((line) => plainText(line, 2_000)).join('\n') }
}

function validated(component: ComponentInput, { policy, components }: Rules): ReturnType<ComponentSet['validateComponent']> {
  // Only a question of the server is rendered as one. Any other component must not look like a question.
  const isQuestion = component.question !== undefined
  const options = { policy, ...(isQuestion && { via: 'interactive' as const }), ...(isNewer(component) && { newer: withoutUnknown }) }
  return components.validateComponent(component.component, component.props, options)
}
