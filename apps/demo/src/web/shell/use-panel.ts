import { useEffect, useState } from 'react'

/** The state of the inspector, which is a column on wide screens and a drawer on narrow ones. */
export interface Panel {
  open: boolean
  toggle(): void
  close(): void
}

const wide = '(min-width: 1024px)'
const key = 'pf-panel'

export function usePanel(): Panel {
  const [open, setOpen] = useState(() => matchMedia(wide).matches && read() !== 'closed')

  useEffect(() => {
    const query = matchMedia(wide)
    const follow = () => setOpen(query.matches && read() !== 'closed')
    query.addEventListener('change', follow)
    return () => query.removeEventListener('change', follow)
  }, [])

  const set = (next: boolean) => {
    setOpen(next)
    if (matchMedia(wide).matches) write(next ? 'open' : 'closed')
  }
  const close = () => {
    set(false)
    document.querySelector<HTMLElement>('[aria-controls="inspector"]')?.focus()
  }
  return { open, toggle: () => set(!open), close }
}

function read() {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(value: string) {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Without storage, the choice is not remembered.
  }
}
