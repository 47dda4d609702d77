import { useMemo, useRef, useState } from 'react'
import { useRendering } from '../context/pf-context.ts'
import type { RendererProps } from '../context/renderer-props.ts'
import { useDrawingFailure } from '../context/use-drawing-failure.ts'
import { useMessages } from '../context/use-messages.ts'
import { mermaidMessages } from '../messages/mermaid.ts'
import { ComponentCard } from '../parts/component-card.tsx'
import { ComponentFrame } from '../parts/component-frame.tsx'
import { Skeleton } from '../parts/skeleton.tsx'
import { plainText } from '../text/plain-text.ts'
import { styleVars } from '../text/style-vars.ts'
import { formatLimit } from './chart/limit-exceeded.ts'
import { themeName } from './mermaid/diagram-theme.ts'
import { type DiagramRefusal, readDiagram } from './mermaid/read-diagram.ts'
import { repairDiagram } from './mermaid/repair-diagram.ts'
import { useDiagram } from './mermaid/use-diagram.ts'
import { scrollGroup } from './shared/scroll-group.ts'
import { SourceDisclosure } from './shared/source-fold.tsx'

export type { NestedComponent, RendererInteraction, RendererProps, UploadedFile } from '../context/renderer-props.ts'

/** Renders Mermaid text as an image, so that it can neither run scripts, load resources nor style the page. */
export function MermaidRenderer({ props, id, title, streaming }: RendererProps) {
  const messages = useMessages('mermaid', mermaidMessages)
  const { locale } = useRendering()
  const source = typeof props.code === 'string' ? props.code : ''
  const read = useMemo(() => readDiagram(repairDiagram(source)), [source])
  const theme = themeName(props.theme)
  const container = useRef<HTMLDivElement>(null)
  const [full, setFull] = useState(false)
  const [exceedsWidth, setExceedsWidth] = useState(false)
  const diagram = useDiagram(container, read.ok ? read : undefined, theme)
  const problem = !read.ok
    ? refused(read, messages, locale)
    : diagram.state === 'refused'
      ? refused(diagram.refusal, messages, locale)
      : diagram.state === 'failed'
        ? failure(diagram.reason, messages)
        : undefined
  useDrawingFailure({ id, component: 'mermaid', reason: streaming ? undefined : problem })
  if (source === '' && streaming) return <Skeleton component="mermaid" props={props} />
  const drawn = read.ok && diagram.state === 'drawn' ? diagram : undefined
  const heading = title ?? (read.ok && read.title !== '' ? read.title : undefined)
  const description = read.ok && read.description !== '' ? read.description : undefined
  const zoom = drawn && (exceedsWidth || full) && (
    <button type="button" className="pf-tool" aria-pressed={full} onClick={() => setFull(!full)}>
      {messages.fullSize}
    </button>
  )
  return (
    <ComponentFrame title={heading} description={description} tools={zoom || undefined}>
      <div className="pf-mermaid" ref={container} data-theme={theme === undefined ? undefined : theme === 'dark' ? 'dark' : 'light'}>
        {problem !== undefined && <ComponentCard text={problem} />}
        {read.ok && diagram.state === 'drawing' && <Skeleton component="mermaid" props={props} />}
        {read.ok && diagram.state === 'absent' && <ComponentCard text={messages.libraryMissing} onRetry={diagram.retry} />}
        {drawn && (
          <div className="pf-mermaid-view" data-full={full || undefined} {...scrollGroup(messages.diagram(plainText(heading ?? '', 200)))}>
            <img
              src={drawn.address}
              alt={altOf({ kind: read.ok ? read.kind : '', heading, description }, messages)}
              width={drawn.width}
              height={drawn.height}
              draggable={false}
              onLoad={({ currentTarget: { naturalWidth, parentElement } }) => setExceedsWidth(naturalWidth > (parentElement?.clientWidth ?? 0))}
              style={styleVars({ '--pf-diagram-width': `${drawn.width}px` })}
            />
          </div>
        )}
        {(!read.ok || diagram.state !== 'drawing') && source !== '' && <SourceDisclosure text={source} />}
      </div>
    </ComponentFrame>
  )
}

const refused = (refusal: DiagramRefusal, messages: typeof mermaidMessages, locale: string | undefined): string =>
  'limitExceeded' in refusal ? messages[refusal.why](formatLimit(refusal.limitExceeded, locale)) : messages[refusal.why]

/** Returns the message for an error of Mermaid. Only its line number is used, because the error contains parts of the source. */
function failure(reason: string, messages: typeof mermaidMessages): string {
  const line = /line (\d{1,5})/i.exec(reason)?.[1]
  return line === undefined ? messages.failed : messages.unreadable(line)
}

interface AltTextParts {
  kind: string
  heading: string | undefined
  description: string | undefined
}

function altOf({ kind, heading, description }: AltTextParts, messages: typeof mermaidMessages): string {
  return [
    heading === undefined ? messages.kind(plainText(kind.replace(/-?(?:beta|v2)$/, ''), 40)) : plainText(heading, 300),
    description === undefined ? messages.sourceBelow : plainText(description, 600),
  ].join('. ')
}
