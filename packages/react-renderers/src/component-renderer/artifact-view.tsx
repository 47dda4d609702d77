import type { JsonValue } from '@pf/core'
import { useMemo } from 'react'
import { useRendering } from '../context/pf-context.ts'
import { defaultView } from '../data/default-view.ts'
import { useKits } from '../hooks/use-kits.ts'
import type { ComponentState } from '../store/model/types.ts'
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
  const view = useMemo(() => {
    const found = defaultView(value)
    return found && policy.allows(found.component) ? found : undefined
  }, [value, policy])
  const kits = useKits(useMemo(() => (view ? [view.component] : []), [view]))
  const state = useMemo((): ComponentState | undefined => {
    if (!view) return undefined
    const known = kits === 'ready'
    const prefix = done ? view.props : known ? components.validPrefix(view.component, view.props, { policy, pathState: () => 'complete' }) : undefined
    const status = done ? 'ready' : prefix ? 'streaming' : 'skeleton'
    return { key: id, id, component: view.component, props: prefix ?? {}, status, message_id: '', seq: 0, ts: 0, version: 0, ...(title ? { title } : {}) }
  }, [id, view, title, done, components, policy, kits])
  return state ? <ComponentRenderer component={state} /> : null
}
