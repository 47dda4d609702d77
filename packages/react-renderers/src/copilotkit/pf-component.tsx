import { type ReactNode, useMemo } from 'react'
import { ComponentRenderer } from '../component-renderer/component-renderer.tsx'
import { readComponent, toState } from './read-component.ts'

/** Draws `{id, component, props, title?}`, the content of an activity or the `chunk` of an `artifact_chunk`; nothing where it is something else. */
export function PfComponent({ content }: { content: unknown }): ReactNode {
  const component = useMemo(() => {
    const read = readComponent(content)
    return read && toState(read)
  }, [content])
  return component ? <ComponentRenderer component={component} /> : null
}
