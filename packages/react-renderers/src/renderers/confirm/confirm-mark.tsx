const words = new Map([
  ['warning', 'Warning: '],
  ['danger', 'Danger: '],
])

/** Says how grave a question is, to eyes and to screen readers. */
export function ConfirmMark({ variant }: { variant: string }) {
  const said = words.get(variant)
  if (said === undefined) return null
  return (
    <>
      <svg className="pf-icon pf-ask-mark" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path d="M8 2 14.5 13.5h-13zM8 6.5v3M8 11.5v.2" />
      </svg>
      <span className="pf-sr">{said}</span>
    </>
  )
}
