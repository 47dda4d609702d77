import { type ReactNode, useMemo } from 'react'
import { ComponentRenderer } from '../component-renderer/component-renderer.tsx'
import { type ComponentContent, readComponent, toState } from './read-component.ts'

/** A validator that implements Standard Schema. */
export interface ContentSchema {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: 'pf'
    readonly validate: (value: unknown) => { value: ComponentContent } | { issues: readonly { message: string }[] }
  }
}

const content: ContentSchema = {
  '~standard': {
    version: 1,
    vendor: 'pf',
    validate: (value) => {
      const read = readComponent(value)
      return read ? { value: read } : { issues: [{ message: 'Expected {id, component, props}.' }] }
    },
  },
}

/** Draws the components of the agent at their position in the chat. Pass it in `renderActivityMessages` of CopilotKitProvider. */
export const pfActivityRenderer = { activityType: 'ui_component', content, render: PfComponent }

/** Draws `{id, component, props, title?}`, the content of an activity or the `chunk` of an `artifact_chunk`. Draws nothing for any other value. */
export function PfComponent({ content }: { content: unknown }): ReactNode {
  const component = useMemo(() => {
    const read = readComponent(content)
    return read && toState(read)
  }, [content])
  return component ? <ComponentRenderer component={component} /> : null
}
