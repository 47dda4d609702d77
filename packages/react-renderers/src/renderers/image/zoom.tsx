import { useEffect, useRef } from 'react'

interface ZoomProps {
  src: string
  alt: string
  caption: string
  onClose: () => void
}

/** The image as large as the window allows, over the page; Escape or the button closes it and focus goes back. */
export function Zoom({ src, alt, caption, onClose }: ZoomProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog className="pf-image-zoom" ref={dialog} aria-label={alt || caption || 'Image'} onClose={onClose}>
      <button type="button" className="pf-button" onClick={() => dialog.current?.close()}>
        Close
      </button>
      <img src={src} alt={alt} referrerPolicy="no-referrer" />
      {caption !== '' && <p>{caption}</p>}
    </dialog>
  )
}
