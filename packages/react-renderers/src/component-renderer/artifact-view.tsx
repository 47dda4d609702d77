import type { JsonValue } from '@pf/core'
import { useMemo } from 'react'
import { useRendering } from '../context/pf-context.ts'
import { useMessages } from '../context/use-messages.ts'
import { type DefaultView, defaultView, type Limited } from '../data/default-view.ts'
import { useKits } from '../hooks/use-kits.ts'
import { dataMessages } from '../messages/data.ts'
import { ComponentCard } from '../parts/component-card.tsx'
import type { ComponentState } from '../store/model/types.ts'
import { ComponentRenderer } from './component-renderer.tsx'

/** Props of ArtifactView. */
export interface ArtifactViewProps {
  id: string
  /** The value that a tool streamed or returned: a chart option, rows, or a reference to stored rows. */
  value: JsonValue | undefined
  title?: string
  /** False while the tool is still sending data. */
  done?: boolean
}

/** Renders an artifact of a known shape without a request for a component. Renders nothing for other shapes. */
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
  if (!state) return null
  return (
    <>
      <ComponentRenderer component={state} />
      {view && <LeftOut view={view} />}
    </>
  )
}

/** States how many rows and columns of the data the component does not show. */
function LeftOut({ view: { rows, columns } }: { view: DefaultView }) {
  const { locale } = useRendering()
  const messages = useMessages('data', dataMessages)
  const { format } = new Intl.NumberFormat(locale)
  const written = ({ count, max }: Limited) => ({ count: format(count), max: format(max) })
  const notices = [rows && messages.rowsLeftOut(written(rows)), columns && messages.columnsLeftOut(written(columns))].filter(Boolean)
  return notices.length > 0 ? <ComponentCard text={notices.join(' ')} /> : null
}
