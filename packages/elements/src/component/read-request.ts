import type { JsonObject } from '@pf/core'

/** A component and its props, as a model requests it. */
export interface ComponentRequest {
  /** Name in the registry. */
  component: string
  props: JsonObject
  title?: string
}

/** What an element was given: a request, a fault in it, or nothing. */
export type RequestReading = { request: ComponentRequest } | { fault: string } | undefined

/** The values of `<pf-component>`, in the order of their precedence. */
export interface RequestSources {
  request: unknown
  component: string
  /** The property, or the text of the attribute. */
  props: unknown
  /** The text of the child `<script type="application/json">`. */
  script: string | undefined
}

const shape = '{"component": "metric", "props": {…}}'

/** Reads the request of an element from its values. Only its shape is checked here; `ComponentRenderer` validates the props. */
export function readRequest({ request, component, props, script }: RequestSources): RequestReading {
  if (request !== undefined) return checkRequest(request, 'The property request')
  if (component !== '') return withProps(component, props)
  if (script === undefined) return undefined
  const parsed = parse(script)
  return 'value' in parsed ? checkRequest(parsed.value, 'The script element') : { fault: `The script element is not JSON: ${parsed.reason}` }
}

function withProps(component: string, props: unknown): RequestReading {
  const parsed = typeof props === 'string' ? parse(props) : { value: props ?? {} }
  if (!('value' in parsed)) return { fault: `The attribute props is not JSON: ${parsed.reason}` }
  return checkRequest({ component, props: parsed.value }, 'props')
}

function checkRequest(value: unknown, origin: string): RequestReading {
  if (!isObject(value) || typeof value.component !== 'string' || value.component === '')
    return { fault: `${origin} must be an object with the name of a component, such as ${shape}.` }
  if (!isObject(value.props)) return { fault: origin === 'props' ? 'props must be an object.' : `${origin} must have an object as props, such as ${shape}.` }
  const { component, props, title } = value
  return { request: { component, props: props as JsonObject, ...(typeof title === 'string' && { title }) } }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

function parse(text: string): { value: unknown } | { reason: string } {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { reason: error instanceof Error ? error.message.slice(0, 160) : 'it cannot be read' }
  }
}
