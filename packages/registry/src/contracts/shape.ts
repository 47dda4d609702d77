import type { JsonValue } from '@pf/core'

/** The use of a prop that holds an address, which determines the allowed schemes and hosts. */
export type UrlUse = 'link' | 'image' | 'media' | 'frame'

/** A prop whose value is determined by the host, regardless of the model. */
export type HostChoice = 'allowHtml' | 'htmlSandbox'

/**
 * One state of the table that is generated from a props schema. State 0 is the props object itself. Walks over props use this table instead
 * of the schema, so that browser bundles contain no schemas.
 */
export interface Shape {
  /** Maps property names to states. Look them up with Object.hasOwn. */
  readonly props?: Readonly<Record<string, number>>
  /** State of all other properties. */
  readonly rest?: number
  /** State of array items. */
  readonly each?: number
  /** Set for an object with `component` and `props` of its own. */
  readonly slot?: 'required' | 'optional'
  /** Set for data that may be a reference. */
  readonly data?: true
  /** Set for a stable id, which must be unique. */
  readonly id?: true
  readonly url?: UrlUse
  readonly host?: HostChoice
  /** Set for prose that may be shown while it is still arriving. */
  readonly text?: true
  /** Set for a list or object that is shown only when it is complete. */
  readonly whole?: true
  /** Describes the expected value, for cases in which the schema alone gives an unclear message. */
  readonly expect?: string
  /** Default value of a missing property. */
  readonly default?: JsonValue
}

/** Returns the state of a property; undefined if the schema does not describe it. */
export function propertyState(shape: readonly Shape[], state: number | undefined, key: string): number | undefined {
  const at = state === undefined ? undefined : shape[state]
  if (at?.props && Object.hasOwn(at.props, key)) return at.props[key]
  return at?.rest
}

/** Returns the state of the items of an array; undefined if the schema does not describe them. */
export function itemState(shape: readonly Shape[], state: number | undefined): number | undefined {
  return state === undefined ? undefined : shape[state]?.each
}
