import { useEffect, useRef } from 'react'
import { useMessages } from '../../context/use-messages.ts'
import { imageMessages } from '../../messages/image.ts'

interface ZoomProps {
  src: string
  alt: string
  caption: string
  onClose: () => void
}

/** The image as large as the window allows, over the page; Escape or the button closes it and focus goes back. */
export function Zoom({ src, alt, caption, onClose }: ZoomProps) {
  const messages = useMessages('image', imageMessages)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog className="pf-image-zoom" ref={dialog} aria-label={alt || caption || messages.image} onClose={onClose}>
      <button type="button" className="pf-button" onClick={() => dialog.current?.close()}>
        {messages.close}
      </button>
      <img src={src} alt={alt} referrerPolicy="no-referrer" />
      {caption !== '' && <p>{caption}</p>}
    </dialog>
  )
}
