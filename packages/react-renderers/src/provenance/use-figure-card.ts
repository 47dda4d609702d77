import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { moveInTable } from './move-in-table.ts'

/** The figure whose source is shown. */
export interface OpenFigure {
  anchor: HTMLElement
  index: number
  /** The row and field of a cell of referenced data. */
  cell: { row: number; field: string } | undefined
  /** True after a click or a key, false while the pointer or the focus is on the figure. */
  pinned: boolean
  /** True if a key opened it, so that the focus moves into it. */
  byKey: boolean
}

const showAfterMs = 150
const hideAfterMs = 250

/** Opens and closes the card of a figure. One set of listeners serves all figures in `root`, however many there are. */
export function useFigureCard(root: RefObject<HTMLElement | null>) {
  const [open, setOpen] = useState<OpenFigure | undefined>(undefined)
  const current = useRef(open)
  current.current = open
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const later = useCallback((action: () => void, ms: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(action, ms)
  }, [])
  const keep = useCallback(() => clearTimeout(timer.current), [])
  const close = useCallback(() => {
    clearTimeout(timer.current)
    setOpen(undefined)
  }, [])
  const leave = useCallback(() => {
    if (!current.current?.pinned) later(close, hideAfterMs)
  }, [close, later])
  useEffect(() => {
    const element = root.current
    if (!element) return undefined
    const show = (anchor: HTMLElement, how: { pinned: boolean; byKey: boolean }) => {
      clearTimeout(timer.current)
      setOpen({ anchor, ...readFigure(anchor), ...how })
    }
    const onPointerOver = ({ target, pointerType }: PointerEvent) => {
      const anchor = figureOf(target)
      if (!anchor || pointerType !== 'mouse' || current.current?.pinned) return
      if (anchor === current.current?.anchor) keep()
      else later(() => show(anchor, { pinned: false, byKey: false }), showAfterMs)
    }
    const onFocusIn = ({ target }: FocusEvent) => {
      const anchor = figureOf(target)
      if (anchor && anchor !== current.current?.anchor && anchor.matches(':focus-visible')) show(anchor, { pinned: false, byKey: false })
    }
    const onLeave = ({ target }: Event) => {
      if (figureOf(target)) leave()
    }
    const onClick = ({ target }: MouseEvent) => {
      const anchor = figureOf(target)
      if (anchor) show(anchor, { pinned: true, byKey: false })
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const anchor = figureOf(event.target)
      if (!anchor) return
      if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault()
        show(anchor, { pinned: true, byKey: true })
      } else if (moveInTable(anchor, event.key)) event.preventDefault()
    }
    const listening = new AbortController()
    const { signal } = listening
    element.addEventListener('pointerover', onPointerOver, { signal })
    element.addEventListener('pointerout', onLeave, { signal })
    element.addEventListener('focusin', onFocusIn, { signal })
    element.addEventListener('focusout', onLeave, { signal })
    element.addEventListener('click', onClick, { signal })
    element.addEventListener('keydown', onKeyDown, { signal })
    return () => {
      listening.abort()
      clearTimeout(timer.current)
    }
  }, [root, keep, later, leave])
  return { open, close, keep, leave }
}

const figureOf = (target: EventTarget | null): HTMLElement | undefined => (target instanceof Element && target.closest<HTMLElement>('.pf-figure')) || undefined

function readFigure({ dataset: { figure, row, field } }: HTMLElement): Pick<OpenFigure, 'index' | 'cell'> {
  return { index: Number(figure), cell: row === undefined || field === undefined ? undefined : { row: Number(row), field } }
}
