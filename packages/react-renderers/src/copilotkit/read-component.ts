import type { JsonObject } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { ComponentState } from '../store/model/types.ts'

/** The content of an activity of type `ui_component`. */
export interface ComponentContent {
  id: string
  component: string
  props: JsonObject
  title?: string
  registry_version?: string
}

/** Reads one component from untrusted JSON; undefined if it is not a component. The props are validated later, by the registry. */
export function readComponent(value: unknown): ComponentContent | undefined {
  if (!isRecord(value)) return undefined
  const own = (key: string): unknown => (Object.hasOwn(value, key) ? value[key] : undefined)
  const [id, component, props, title, version] = ['id', 'component', 'props', 'title', 'registry_version'].map(own)
  if (typeof id !== 'string' || typeof component !== 'string' || !isRecord(props)) return undefined
  return {
    id,
    component,
    props: props as JsonObject,
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof version === 'string' ? { registry_version: version } : {}),
  }
}

/** Converts the content to the state that ComponentRenderer draws. */
export function toState(content: ComponentContent, more: Partial<ComponentState> = {}): ComponentState {
  const { id, component, props, title, registry_version } = content
  return {
    key: id,
    id,
    component,
    props,
    status: 'ready',
    message_id: '',
    seq: 0,
    ts: 0,
    version: 0,
    ...(title === undefined ? {} : { title }),
    ...(registry_version === undefined ? {} : { meta: { registry_version } }),
    ...more,
  }
}
