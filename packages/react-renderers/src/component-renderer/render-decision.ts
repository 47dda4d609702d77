import type { JsonObject, ValidationIssue } from '@pf/core'
import { type ComponentSet, compatibility, fallbackText, type Policy, withoutUnknown } from '@pf/registry/browser'
import type { ComponentType } from 'react'
import type { RendererProps, RendererTable } from '../context/renderer-props.ts'
import type { ComponentKitState } from '../kits/component-kit-store.ts'
import type { cardMessages } from '../messages/cards.ts'
import type { ComponentState } from '../store/model/types.ts'
import { plainText } from '../text/plain-text.ts'

/** What is drawn, with checked props. */
export interface DrawDecision {
  renderer: ComponentType<RendererProps>
  props: JsonObject
}

/** What is done with a component: drawn, or replaced by a sentence; undefined: held back with a skeleton. */
type RenderDecision = DrawDecision | CardDecision | undefined

/** What stands in its place. */
export interface CardDecision {
  text: string
  issues?: readonly ValidationIssue[]
  /** Its rules did not load: trying again makes sense. */
  notLoaded?: true
}

/** What the page knows of components. */
export interface Rules {
  policy: Policy
  components: ComponentSet
  renderers: RendererTable
  /** Whether the rules for this component and all in it are there. */
  kits: ComponentKitState
  messages: typeof cardMessages
}

type ComponentInput = Pick<ComponentState, 'component' | 'props' | 'status' | 'errors' | 'title' | 'meta' | 'question'>

/** Decides in the browser, under the browser's policy; what a server sent counts as untrusted. */
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

/** Whether it was made with a registry that may hold what this one does not know. */
const isNewer = ({ meta }: ComponentInput) => typeof meta?.registry_version === 'string' && compatibility({ version: meta.registry_version }) === 'newer'

/** Something newer than this page: its title and the texts in its props. */
function asText({ component, props, title }: ComponentInput): CardDecision {
  const lines = fallbackText(component, props, title).split('\n')
  return { text: lines.map((line) => plainText(line, 2_000)).join('\n') }
}

function validated(component: ComponentInput, { policy, components }: Rules): ReturnType<ComponentSet['validateComponent']> {
  // Only what the server asked may ask: a component that is merely shown must not look like a question.
  const isQuestion = component.question !== undefined
  const options = { policy, ...(isQuestion && { via: 'interactive' as const }), ...(isNewer(component) && { newer: withoutUnknown }) }
  return components.validateComponent(component.component, component.props, options)
}
