import type { MouseEvent } from 'react'
import type { ReportSection } from './read-report.ts'

interface ContentsProps {
  sections: readonly ReportSection[]
  anchor: (path: string) => string
}

/** The table of contents. Its links scroll to a section and do not change the URL, which belongs to the app. */
export function Contents({ sections, anchor }: ContentsProps) {
  const entries = sections.filter((section) => section.heading !== '' || section.sections.length > 0)
  if (entries.length === 0) return null
  return (
    <ol>
      {entries.map(({ key, path, heading, sections: inner }) => (
        <li key={key}>
          {heading !== '' && (
            <a className="pf-report-link" href={`#${encodeURIComponent(anchor(path))}`} onClick={(event) => scrollToHeading(event, anchor(path))}>
              {heading}
            </a>
          )}
          <Contents sections={inner} anchor={anchor} />
        </li>
      ))}
    </ol>
  )
}

function scrollToHeading(event: MouseEvent, id: string) {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  const heading = document.getElementById(id)
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  heading?.scrollIntoView({ block: 'start', behavior: reducedMotion ? 'auto' : 'smooth' })
  heading?.focus({ preventScroll: true })
}
