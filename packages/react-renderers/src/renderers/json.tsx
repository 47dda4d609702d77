import { type KeyboardEvent, useRef } from 'react'
import type { RendererProps } from '../context/renderer-props.ts'
import { useMessages } from '../context/use-messages.ts'
import { useResolved } from '../data/use-resolved.ts'
import { jsonMessages } from '../messages/json.ts'
import { ComponentCard } from '../parts/component-card.tsx'
import { ComponentFrame } from '../parts/component-frame.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { plainText } from '../text/plain-text.ts'
import { JsonLine } from './json/json-line.tsx'
import { useJsonTree } from './json/use-json-tree.ts'

export type { NestedComponent, RendererInteraction, RendererProps, UploadedFile } from '../context/renderer-props.ts'

/** Renders a JSON value as a collapsible tree; long lists and texts are collapsed. */
export function JsonRenderer({ props, title }: RendererProps) {
  const messages = useMessages('json', jsonMessages)
  const { value, pending, failed, notice, retry } = useResolved(props.data)
  if (failed) return <ComponentCard text={messages.failed} onRetry={retry} />
  return (
    <ComponentFrame title={title} tools={<CopyButton text={() => toJsonText(value)} />}>
      {notice && <ComponentCard text={notice} />}
      <div className="pf-json" {...(props.theme === 'dark' ? { 'data-theme': 'dark' } : {})}>
        {pending || value === undefined ? <Skeleton component="json" props={props} /> : <Tree value={value} props={props} name={title} />}
      </div>
    </ComponentFrame>
  )
}

function toJsonText(value: unknown): string {
  try {
    return JSON.stringify(value, null, 2) ?? ''
  } catch {
    return ''
  }
}

interface TreeProps {
  value: unknown
  props: RendererProps['props']
  name: string | undefined
}

function Tree({ value, props, name }: TreeProps) {
  const messages = useMessages('json', jsonMessages)
  const level = typeof props.expandLevel === 'number' ? props.expandLevel : 2
  const tree = useJsonTree(value, level, props.sortKeys === true)
  const list = useRef<HTMLDivElement>(null)
  function onKeyDown(event: KeyboardEvent, index: number) {
    const row = tree.rows[index]
    const next = row && tree.onKey(event, row)
    const at = next === undefined ? -1 : tree.rows.findIndex((candidate) => candidate.path === next)
    if (at >= 0) list.current?.querySelectorAll<HTMLElement>('[role="treeitem"]')[at]?.focus()
  }
  return (
    <>
      <div className="pf-json-tree" dir="ltr" role="tree" aria-label={plainText(name ?? '', 300) || messages.data} ref={list}>
        {tree.rows.map((row, index) => (
          <div
            key={row.path}
            role="treeitem"
            aria-level={row.depth + 1}
            aria-posinset={row.position}
            aria-setsize={row.setSize}
            aria-expanded={row.kind === 'branch' || row.kind === 'text' ? row.open : undefined}
            aria-selected={false}
            tabIndex={row.path === tree.current ? 0 : -1}
            onClick={() => tree.activate(row)}
            onFocus={() => tree.focus(row.path)}
            onKeyDown={(event) => onKeyDown(event, index)}
          >
            <JsonLine row={row} messages={messages} />
          </div>
        ))}
      </div>
      {tree.truncated && <p className="pf-note">{messages.truncated(tree.rows.length.toLocaleString())}</p>}
    </>
  )
}
