import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { RendererProps } from '../../context/renderer-props.ts'
import { Skeleton } from '../../parts/skeleton.tsx'
import { MarkdownText } from '../markdown/markdown-text.tsx'
import type { Figure, ReportSection } from './read-report.ts'

/** Values shared by the sections of a report. */
export interface ReportFrame {
  /** Artifact id of the report. */
  id: string
  /** DOM id of a section's heading. */
  anchor(path: string): string
  renderNested: RendererProps['renderNested']
}

interface SectionViewProps {
  section: ReportSection
  frame: ReportFrame
  /** Nesting depth, starting at 1. */
  depth: number
  /** True while the section is streaming. */
  streaming: boolean
}

const headings = ['h4', 'h5', 'h6'] as const

/** Renders the heading, text, figures and subsections of a section. */
export function SectionView({ section, frame, depth, streaming }: SectionViewProps) {
  const Heading = headings[Math.min(depth, headings.length) - 1] ?? 'h6'
  const { heading, path, content, figures, sections, figuresBefore } = section
  const open = streaming && figures.length === 0 && sections.length === 0
  return (
    <section className="pf-report-section" data-depth={depth}>
      {heading !== '' && (
        <Heading className="pf-report-heading" id={frame.anchor(path)} tabIndex={-1}>
          {heading}
        </Heading>
      )}
      {content !== '' && <MarkdownText text={content} streaming={open} />}
      {figures.map((figure, index) => (
        <FigureView key={figure.slot.key} figure={figure} now={figuresBefore + index < EAGER_FIGURES} path={path} frame={frame} />
      ))}
      {sections.map((inner, index) => (
        <SectionView key={inner.key} section={inner} frame={frame} depth={depth + 1} streaming={streaming && index === sections.length - 1} />
      ))}
    </section>
  )
}

/** Number of figures that are rendered immediately; later ones are rendered when they come near the viewport. */
const EAGER_FIGURES = 6

interface FigureViewProps {
  figure: Figure
  now: boolean
  path: string
  frame: ReportFrame
}

function FigureView({ figure: { slot, caption }, now, path, frame }: FigureViewProps) {
  const { nested } = slot
  if (!nested) return null
  const body = (
    <LazyFigure now={now} placeholder={<Skeleton component={nested.component} props={nested.props} />}>
      {frame.renderNested({ ...nested, id: `${frame.id}/${path}/${slot.key}` })}
    </LazyFigure>
  )
  return (
    <figure className="pf-report-figure">
      {body}
      {caption !== '' && <figcaption>{caption}</figcaption>}
    </figure>
  )
}

interface WhenNearProps {
  /** Renders the content immediately. */
  now: boolean
  /** A placeholder with the expected height of the content. */
  placeholder: ReactNode
  children: ReactNode
}

/** Renders its children when they come near the viewport or the page is printed. They stay mounted afterwards. */
export function LazyFigure({ now, placeholder, children }: WhenNearProps) {
  const box = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(now)
  const waiting = !near && !now
  useEffect(() => {
    const element = box.current
    if (!waiting || !element) return undefined
    const show = () => setNear(true)
    if (typeof IntersectionObserver === 'undefined') return show()
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && show(), { rootMargin: '800px 0px' })
    observer.observe(element)
    window.addEventListener('beforeprint', show)
    return () => {
      observer.disconnect()
      window.removeEventListener('beforeprint', show)
    }
  }, [waiting])
  return <div ref={box}>{waiting ? placeholder : children}</div>
}
