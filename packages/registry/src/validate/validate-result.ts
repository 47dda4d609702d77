import type { JsonObject, JsonSchema, ValidationIssue } from '@pf/core'
import { secretMask } from '../answers/secret-mask.ts'
import { attempt } from '../checks/attempt.ts'
import { cutIssues, limitIssue, received, unreadable } from '../checks/issues.ts'
import { measure } from '../checks/measure.ts'
import type { AnswerRules, CheckedAnswer } from '../contracts/answer-rules.ts'
import type { ComponentKit } from '../contracts/component-kit.ts'
import type { StandaloneValidator } from '../contracts/validator-types.ts'
import { defaultLimits } from '../policy/limits.ts'
import type { Policy } from '../policy/policy.ts'

/** Options for validating an answer. */
export interface ResultOptions {
  /** Sets the limits of the answer and requires that the component is still enabled. Without it, the default limits apply. */
  policy?: Policy
}

/** A component that asked the user, as it was shown. */
export interface AskedComponent {
  component: unknown
  props: unknown
}

const refuse = (issues: readonly ValidationIssue[]): CheckedAnswer => ({ ok: false, issues: cutIssues(issues) })

/**
 * Validates an answer against the component that was shown: first the limits, then the answer itself. The answer is neither modified nor
 * completed; the result is a copy without other keys. Never throws for any answer.
 */
export function validateResultWith(kits: ReadonlyMap<string, ComponentKit>, shown: AskedComponent, answer: unknown, options: ResultOptions): CheckedAnswer {
  return attempt(() => judge(rulesFor(kits, shown), answer, options), refuse([unreadable]))
}

function judge(shownComponent: AnswerableComponent, answer: unknown, { policy }: ResultOptions): CheckedAnswer {
  if ('issues' in shownComponent) return refuse(shownComponent.issues)
  if (policy && !policy.allows(shownComponent.name))
    return refuse([{ code: 'component_not_allowed', pointer: '', expected: 'a component that is enabled', received: shownComponent.name }])
  const { depth, nodes, payloadBytes } = policy?.limits ?? defaultLimits
  const bounds = { depth, nodes, chars: payloadBytes }
  const { fault } = measure(answer, bounds)
  if (fault) return refuse([withoutValue(limitIssue(fault, bounds))])
  const result = shownComponent.rules.check(shownComponent.props, answer)
  return result.ok ? result : refuse(result.issues)
}

/** Removes the value from an issue, because a number that is not finite may be part of a secret. */
const withoutValue = ({ received: _, suggestion: __, ...issue }: ValidationIssue): ValidationIssue => issue

/** Like `validateResult`, for a single kit. A form in a front end uses it to report immediately what a server would refuse. */
export const validateKitResult = (kit: ComponentKit, props: unknown, result: unknown, options: ResultOptions = {}): CheckedAnswer =>
  validateResultWith(new Map([[kit.name, kit]]), { component: kit.name, props }, result, options)

/** Returns the JSON Schema of the answers to the component that was shown; `false` if it cannot be answered. */
export function resultSchemaWith(kits: ReadonlyMap<string, ComponentKit>, shown: AskedComponent): JsonSchema {
  const shownComponent = rulesFor(kits, shown)
  return 'issues' in shownComponent ? false : attempt(() => shownComponent.rules.schema(shownComponent.props), false)
}

/** Returns the keys of the answer that only the tool may receive; an empty list if the component cannot be answered. */
export function secretFieldsWith(kits: ReadonlyMap<string, ComponentKit>, shown: AskedComponent): string[] {
  const shownComponent = rulesFor(kits, shown)
  return 'issues' in shownComponent ? [] : (shownComponent.rules.secrets?.(shownComponent.props) ?? [])
}

/** Returns a copy of an answer, validated or not, for models, logs and events. Values that were never asked for are hidden. */
export function maskResultWith(kits: ReadonlyMap<string, ComponentKit>, shown: AskedComponent, answer: unknown): unknown {
  const shownComponent = rulesFor(kits, shown)
  if ('issues' in shownComponent) return secretMask
  const { rules, props } = shownComponent
  return rules.mask ? attempt(() => rules.mask?.(props, answer), secretMask) : answer
}

type AnswerableComponent = { name: string; rules: AnswerRules; props: JsonObject } | { issues: ValidationIssue[] }

/** Returns the rules for a component whose props come from a store or over the wire. Props that do not fit their schema cannot have been shown. */
function rulesFor(kits: ReadonlyMap<string, ComponentKit>, { component, props }: AskedComponent): AnswerableComponent {
  const kit = typeof component === 'string' ? kits.get(component) : undefined
  if (!kit) return { issues: [{ code: 'unknown_component', pointer: '', expected: 'an interactive component', received: received(component) }] }
  const { answer: rules, full } = kit
  if (!rules) return { issues: [{ code: 'component_not_allowed', pointer: '', expected: 'an interactive component', received: kit.name }] }
  return attempt<AnswerableComponent>(() => readShown(props, { name: kit.name, full, rules }), { issues: [unanswerable] })
}

function readShown(props: unknown, { name, full, rules }: { name: string; full: StandaloneValidator; rules: AnswerRules }): AnswerableComponent {
  if (measure(props, shownBounds()).fault || !full(props)) return { issues: [unanswerable] }
  const shownComponent = props as JsonObject
  return rules.audit?.(shownComponent).length ? { issues: [unanswerable] } : { name, rules, props: shownComponent }
}

/** Created on use, because bundlers keep code that runs while a module is loaded. */
const shownBounds = () => ({
  depth: defaultLimits.depth,
  nodes: defaultLimits.nodes + defaultLimits.inlinedNodes,
  chars: defaultLimits.payloadBytes + defaultLimits.inlinedBytes,
})

const unanswerable: ValidationIssue = { code: 'schema_invalid', pointer: '', expected: 'props that can be answered; these do not pass validateComponent' }
