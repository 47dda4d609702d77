import { type RefObject, useEffect, useState } from 'react'

/** The state of a panel beside the chat, which is a column on wide screens and a drawer on narrow ones. */
export interface Panel {
  open: boolean
  toggle(): void
  close(): void
}

/** The two panels: the id of the element, the media query under which it is a column, and the storage key of the choice. */
export const inspectorPanel = { id: 'inspector', wide: '(min-width: 1024px)', key: 'pf-panel' } as const
export const listPanel = { id: 'conversations', wide: '(min-width: 1440px)', key: 'pf-conversations' } as const

/** Opens and closes a panel. On wide screens the choice is stored; a drawer is closed at first, and returns the focus when it is closed. */
export function usePanel({ id, wide, key }: typeof inspectorPanel | typeof listPanel): Panel {
  const [open, setOpen] = useState(() => matchMedia(wide).matches && read(key) !== 'closed')

  useEffect(() => {
    const query = matchMedia(wide)
    const follow = () => setOpen(query.matches && read(key) !== 'closed')
    query.addEventListener('change', follow)
    return () => query.removeEventListener('change', follow)
  }, [wide, key])

  const set = (next: boolean) => {
    setOpen(next)
    if (matchMedia(wide).matches) write(key, next ? 'open' : 'closed')
  }
  const close = () => {
    set(false)
    document.querySelector<HTMLElement>(`[aria-controls="${id}"]`)?.focus()
  }
  return { open, toggle: () => set(!open), close }
}

/** Moves the focus into a drawer that was opened. The element must be focusable. */
export function useDrawerFocus(element: RefObject<HTMLElement | null>, { wide }: Pick<typeof inspectorPanel | typeof listPanel, 'wide'>, open: boolean): void {
  useEffect(() => {
    if (open && !matchMedia(wide).matches) element.current?.focus()
  }, [element, wide, open])
}

function read(key: string) {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string) {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Without storage, the choice is not remembered.
  }
}
