import type { JsonObject, ValidationIssue } from '@pf/core'
import { type ComponentSet, compatibility, fallbackText, type Policy, withoutUnknown } from '@pf/registry/browser'
import type { ComponentType } from 'react'
import type { KitsState } from '../kits/kit-shelf.ts'
import type { cardWords } from '../messages/card-words.ts'
import type { ComponentState } from '../store/types.ts'
import { plainText } from '../text/plain-text.ts'
import type { RendererProps, RendererTable } from './renderer-props.ts'

/** What is done with a component: drawn, held back with a skeleton, or replaced by a sentence. */
export type Verdict = { draw: true; renderer: ComponentType<RendererProps>; props: JsonObject } | { draw: false; skeleton: true } | CardVerdict

interface CardVerdict {
  draw: false
  skeleton: false
  text: string
  issues: readonly ValidationIssue[]
  /** Its rules did not load: trying again makes sense. */
  unloaded?: true
}

const card = (text: string, issues: readonly ValidationIssue[] = []): CardVerdict => ({ draw: false, skeleton: false, text, issues })

/** What the page knows of components. */
export interface Rules {
  policy: Policy
  components: ComponentSet
  renderers: RendererTable
  /** Whether the rules for this component and all in it are there. */
  kits: KitsState
  words: typeof cardWords
}

type Judged = Pick<ComponentState, 'component' | 'props' | 'status' | 'errors' | 'title' | 'meta' | 'question'>

/** Decides in the browser, under the browser's policy; what a server sent counts as untrusted. */
export function judge(component: Judged, rules: Rules): Verdict {
  const name = component.component
  if (component.status === 'rejected') return rejected(name, component.errors ?? [], rules.words)
  if (component.status === 'skeleton') return { draw: false, skeleton: true }
  const { words } = rules
  const renderer = rules.renderers.get(name)
  if (!renderer) return isNewer(component) ? inWords(component) : card(words.noRenderer(words.kind(name)))
  if (!rules.policy.allows(name)) return card(words.notEnabled(words.kind(name)))
  if (component.status === 'streaming') return { draw: true, renderer, props: component.props }
  if (rules.kits === 'loading') return { draw: false, skeleton: true }
  if (rules.kits === 'failed') return { ...card(words.notLoaded(words.kind(name))), unloaded: true }
  return checked(component, rules, renderer)
}

function checked(component: Judged, rules: Rules, renderer: ComponentType<RendererProps>): Verdict {
  const result = validated(component, rules)
  if (result.ok) return { draw: true, renderer, props: result.props }
  if (isNewer(component) && result.issues.some((issue) => issue.code === 'unknown_component')) return inWords(component)
  return card(rules.words.wrongShape(rules.words.kind(component.component)), result.issues.slice(0, 8))
}

/** Whether it was made with a registry that may hold what this one does not know. */
const isNewer = ({ meta }: Judged) => typeof meta?.registry_version === 'string' && compatibility({ version: meta.registry_version }) === 'newer'

/** Something newer than this page: its title and the texts in its props. */
function inWords({ component, props, title }: Judged): Verdict {
  const lines = fallbackText(component, props, title).split('\n')
  return card(lines.map((line) => plainText(line, 2_000)).join('\n'))
}

function rejected(name: string, errors: readonly ValidationIssue[], words: typeof cardWords): Verdict {
  const kind = words.kind(name)
  if (errors.some((error) => error.code === 'incomplete')) return card(words.unfinished(kind))
  return card(words.rejected(kind), errors.slice(0, 8))
}

type Checked = { ok: true; props: JsonObject } | { ok: false; issues: readonly ValidationIssue[] }

/** One validation per props object: renders repeat, data does not. */
const known = new WeakMap<JsonObject, { key: readonly unknown[]; checked: Checked }>()

function validated(component: Judged, { policy, components }: Rules): Checked {
  const { component: name, props } = component
  const newer = isNewer(component)
  // Only what the server asked may ask: a component that is merely shown must not look like a question.
  const asks = component.question !== undefined
  const key = [name, policy, components, newer, asks]
  const before = known.get(props)
  if (before?.key.every((part, index) => part === key[index])) return before.checked
  const result = components.validateComponent(name, props, {
    policy,
    ...(asks ? { via: 'interactive' as const } : {}),
    ...(newer ? { newer: withoutUnknown } : {}),
  })
  const checked: Checked = result.ok ? { ok: true, props: result.props } : { ok: false, issues: result.issues }
  known.set(props, { key, checked })
  return checked
}
