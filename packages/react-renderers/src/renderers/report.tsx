import { useId, useMemo } from 'react'
import { useRendering } from '../context/pf-context.ts'
import type { RendererProps } from '../context/renderer-props.ts'
import { useMessages } from '../context/use-messages.ts'
import { valueFormatter } from '../format/value-formatter.ts'
import { reportMessages } from '../messages/report.ts'
import { plainLine } from '../text/plain-text.ts'
import { MarkdownText } from './markdown/markdown-text.tsx'
import { Contents } from './report/contents.tsx'
import { type ReportSection, readFacts, readSections } from './report/read-report.ts'
import { type ReportFrame, SectionView } from './report/report-section.tsx'

export type { NestedComponent, RendererInteraction, RendererProps, UploadedFile } from '../context/renderer-props.ts'

/** Reports with more sections skip the layout of sections that are off screen. */
const MAX_EAGER_SECTIONS = 8

/** Renders a document with title, metadata, table of contents, sections and footer. */
export function ReportRenderer({ props, id, title, streaming, renderNested }: RendererProps) {
  const scope = useId().replace(/\W/g, '')
  const { locale } = useRendering()
  const messages = useMessages('report', reportMessages)
  const { sections, omitted } = useMemo(() => readSections(props.sections), [props.sections])
  const anchors = useMemo(() => new Map(paths(sections).map((path, index) => [path, `pf-report-${scope}-${index}`])), [sections, scope])
  const anchor = (path: string) => anchors.get(path) ?? scope
  const frame: ReportFrame = { id, anchor, renderNested }
  return (
    <article className="pf-report" data-long={sections.length > MAX_EAGER_SECTIONS || undefined}>
      <ReportHead props={props} title={title} />
      {props.toc === true && sections.length > 0 && (
        <nav className="pf-report-contents" aria-label={messages.contents}>
          <p className="pf-report-contents-title">{messages.contents}</p>
          <Contents sections={sections} anchor={anchor} />
        </nav>
      )}
      {sections.map((section, index) => (
        <SectionView key={section.key} section={section} frame={frame} depth={1} streaming={streaming && index === sections.length - 1} />
      ))}
      {omitted > 0 && <p className="pf-note">{messages.omitted(new Intl.NumberFormat(locale).format(omitted))}</p>}
      {typeof props.footer === 'string' && props.footer !== '' && (
        <footer className="pf-report-footer">
          <MarkdownText text={props.footer} streaming={streaming} />
        </footer>
      )}
    </article>
  )
}

const paths = (sections: readonly ReportSection[]): string[] => sections.flatMap((section) => [section.path, ...paths(section.sections)])

function ReportHead({ props, title }: { props: RendererProps['props']; title: string | undefined }) {
  const { locale } = useRendering()
  const heading = plainLine(props.title, 500) || plainLine(title, 500)
  const subtitle = plainLine(props.subtitle, 500)
  const facts = readFacts(props.metadata, valueFormatter('date', { locale }))
  if (heading === '' && subtitle === '' && facts.length === 0) return null
  return (
    <header className="pf-report-head">
      {heading !== '' && <h3 className="pf-report-title">{heading}</h3>}
      {subtitle !== '' && <p className="pf-report-subtitle">{subtitle}</p>}
      {facts.length > 0 && (
        <dl className="pf-report-facts">
          {facts.map(({ key, name, value }) => (
            <div key={key}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </header>
  )
}
