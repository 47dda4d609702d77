import type { MouseEvent } from 'react'
import { followAnchor } from '../shared/follow-anchor.ts'
import type { ReportSection } from './read-report.ts'

interface ContentsProps {
  sections: readonly ReportSection[]
  anchor: (path: string) => string
}

const followHeading = (event: MouseEvent<HTMLAnchorElement>) => followAnchor(event, { text: '.pf-report', block: 'start' })

/** The table of contents. Its links scroll to a section and do not change the URL, which belongs to the app. */
export function Contents({ sections, anchor }: ContentsProps) {
  const entries = sections.filter((section) => section.heading !== '' || section.sections.length > 0)
  if (entries.length === 0) return null
  return (
    <ol>
      {entries.map(({ key, path, heading, sections: inner }) => (
        <li key={key}>
          {heading !== '' && (
            <a className="pf-report-link" href={`#${anchor(path)}`} onClick={followHeading}>
              {heading}
            </a>
          )}
          <Contents sections={inner} anchor={anchor} />
        </li>
      ))}
    </ol>
  )
}
