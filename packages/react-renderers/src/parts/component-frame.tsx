import type { ReactNode } from 'react'
import { plainText } from '../text/plain-text.ts'

interface ComponentFrameProps {
  title: string | undefined
  /** One sentence under the title. */
  description?: string | undefined
  /** Buttons at the end of the title line. */
  tools?: ReactNode
  children: ReactNode
}

/** Renders a title, a description and tools above a component. Absent parts are not rendered. */
export function ComponentFrame({ title, description, tools, children }: ComponentFrameProps) {
  const hasText = Boolean(title || description)
  const head = hasText ? 'words' : tools ? 'tools' : undefined
  return (
    <div className="pf-frame" data-head={head}>
      {head && (
        <div className="pf-frame-head">
          {title && <h3 className="pf-frame-title">{plainText(title, 300)}</h3>}
          {description && <p className="pf-frame-description">{plainText(description, 600)}</p>}
          {tools && <div className="pf-tools">{tools}</div>}
        </div>
      )}
      {children}
    </div>
  )
}
