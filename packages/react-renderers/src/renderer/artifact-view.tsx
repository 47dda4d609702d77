import type { JsonValue } from '@pf/core'
import { useMemo } from 'react'
import { defaultView } from '../data/default-view.ts'
import { useRendering } from '../hooks/context.ts'
import type { ComponentState } from '../store/types.ts'
import { ComponentRenderer } from './component-renderer.tsx'

interface ArtifactViewProps {
  id: string
  /** What a tool streamed or returned: a chart option, rows, or a reference to stored rows. */
  value: JsonValue | undefined
  title?: string
  /** False while the tool still sends. */
  done?: boolean
}

/** Draws an artifact of a known shape without anybody having asked for a component; nothing for other shapes. */
export function ArtifactView({ id, value, title, done = true }: ArtifactViewProps) {
  const { components, policy } = useRendering()
  const state = useMemo((): ComponentState | undefined => {
    const view = defaultView(value)
    if (!view || !policy.allows(view.component)) return undefined
    const prefix = done ? view.props : components.validPrefix(view.component, view.props, { policy, pathState: () => 'complete' })
    const status = done ? 'ready' : prefix ? 'streaming' : 'skeleton'
    return { key: id, id, component: view.component, props: prefix ?? {}, status, message_id: '', seq: 0, ts: 0, version: 0, ...(title ? { title } : {}) }
  }, [id, value, title, done, components, policy])
  return state ? <ComponentRenderer component={state} /> : null
}
