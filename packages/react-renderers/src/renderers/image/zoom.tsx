import { useEffect, useRef } from 'react'
import { useWords } from '../../messages/use-words.ts'
import { imageWords } from './words.ts'

interface ZoomProps {
  src: string
  alt: string
  caption: string
  onClose: () => void
}

/** The image as large as the window allows, over the page; Escape or the button closes it and focus goes back. */
export function Zoom({ src, alt, caption, onClose }: ZoomProps) {
  const words = useWords('image', imageWords)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog className="pf-image-zoom" ref={dialog} aria-label={alt || caption || words.image} onClose={onClose}>
      <button type="button" className="pf-button" onClick={() => dialog.current?.close()}>
        {words.close}
      </button>
      <img src={src} alt={alt} referrerPolicy="no-referrer" />
      {caption !== '' && <p>{caption}</p>}
    </dialog>
  )
}
