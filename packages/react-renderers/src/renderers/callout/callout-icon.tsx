/** The mark of a callout; says nothing to screen readers. */
export const CalloutIcon = ({ path }: { path: string }) => (
  <svg className="pf-icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path d={path} />
  </svg>
)
