import type { JsonValue } from '@pf/core'

/** What a prop that holds an address is used for; decides which schemes and hosts are allowed. */
export type UrlUse = 'link' | 'image' | 'media' | 'frame'

/** A prop whose value the host decides, whatever the model wrote. */
export type HostChoice = 'allowHtml' | 'htmlSandbox'

/**
 * One state of the table generated from a props schema; state 0 is the props object itself. Walks over props follow it and never
 * the schema, so the browser carries no schemas.
 */
export interface Shape {
  /** Property name to state; look up with Object.hasOwn. */
  readonly props?: Readonly<Record<string, number>>
  /** State of every property that is not named. */
  readonly rest?: number
  /** State of array items. */
  readonly each?: number
  /** An object with `component` and `props` of its own. */
  readonly slot?: 'required' | 'optional'
  /** Data that may be a reference. */
  readonly data?: true
  /** A stable id; none may occur twice. */
  readonly id?: true
  readonly url?: UrlUse
  readonly host?: HostChoice
  /** Prose that may be shown while it is still arriving. */
  readonly text?: true
  /** A list or object that is not shown before its end has arrived. */
  readonly whole?: true
  /** What is expected here, in words, where the schema alone says it badly. */
  readonly expect?: string
  /** Value that stands in for a missing one. */
  readonly default?: JsonValue
}

/** State of a property; undefined where the schema says nothing of it. */
export function propertyState(shape: readonly Shape[], state: number | undefined, key: string): number | undefined {
  const at = state === undefined ? undefined : shape[state]
  if (at?.props && Object.hasOwn(at.props, key)) return at.props[key]
  return at?.rest
}

/** State of the items of an array; undefined where the schema says nothing of them. */
export function itemState(shape: readonly Shape[], state: number | undefined): number | undefined {
  return state === undefined ? undefined : shape[state]?.each
}
