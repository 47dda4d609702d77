import type { ReactNode } from 'react'

/** Icons are hidden from assistive technology; their buttons have an accessible name. */
function Icon({ children }: { children: ReactNode }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
      {children}
    </svg>
  )
}

export const SchemeIcon = () => (
  <Icon>
    <circle cx="8" cy="8" r="6.2" />
    <path d="M8 1.8a6.2 6.2 0 0 1 0 12.4z" fill="currentColor" stroke="none" />
  </Icon>
)

export const PanelIcon = () => (
  <Icon>
    <rect x="1.75" y="2.75" width="12.5" height="10.5" rx="1.5" />
    <path d="M10 3v10" />
  </Icon>
)

export const ListIcon = () => (
  <Icon>
    <path d="M2 4h12M2 8h12M2 12h8" />
  </Icon>
)

export const CloseIcon = () => (
  <Icon>
    <path d="M4 4l8 8M12 4l-8 8" />
  </Icon>
)

export const NewIcon = () => (
  <Icon>
    <path d="M8 3v10M3 8h10" />
  </Icon>
)
