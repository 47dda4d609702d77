import { formatPointer, type ResultLocation } from '@pf/core'
import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import { activeElement, innerTarget } from '../context/active-element.ts'
import { plainText } from '../text/plain-text.ts'
import { placeBeside } from './place-beside.ts'
import { type SourceContext, type SourceLine, sourceLines } from './source-lines.ts'
import { SourceLines } from './source-list.tsx'
import type { OpenFigure } from './use-figure-card.ts'

interface FigureCardProps {
  open: OpenFigure
  context: SourceContext
  onShow: (location: ResultLocation) => void
  onClose: () => void
  onKeep: () => void
  onLeave: () => void
}

/** The card with the source of one figure. It is in the top layer of the page, because the containers of a figure may clip their content. */
export function FigureCard({ open, context, onShow, onClose, onKeep, onLeave }: FigureCardProps) {
  const { anchor, byKey, pinned } = open
  const card = useRef<HTMLDivElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const element = card.current
    element?.showPopover?.()
    return () => element?.hidePopover?.()
  }, [])
  useLayoutEffect(() => {
    const element = card.current
    if (!element) return undefined
    const place = () => (anchor.isConnected ? placeBeside(element, anchor) : onClose())
    place()
    anchor.setAttribute('aria-describedby', id)
    // Scrolling is followed in the next frame, so that it is not slowed down.
    let frame = 0
    const onScroll = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(place)
    }
    window.addEventListener('scroll', onScroll, { capture: true, passive: true })
    window.addEventListener('resize', onScroll)
    return () => {
      cancelAnimationFrame(frame)
      anchor.removeAttribute('aria-describedby')
      window.removeEventListener('scroll', onScroll, { capture: true })
      window.removeEventListener('resize', onScroll)
    }
  }, [anchor, id, onClose])
  useEffect(() => {
    if (byKey) card.current?.querySelector('button')?.focus()
  }, [byKey])
  useEffect(() => {
    const hadFocus = () => card.current?.contains(activeElement())
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      if (hadFocus()) anchor.focus()
      onClose()
    }
    const onPointerDown = (event: Event) => {
      const target = innerTarget(event)
      if (target instanceof Node && !card.current?.contains(target) && !anchor.contains(target)) onClose()
    }
    document.addEventListener('keydown', onKeyDown, { capture: true })
    document.addEventListener('pointerdown', onPointerDown)
    return () => {
      document.removeEventListener('keydown', onKeyDown, { capture: true })
      document.removeEventListener('pointerdown', onPointerDown)
    }
  }, [anchor, onClose])
  const { messages } = context
  const title = plainText(anchor.textContent ?? '', 100)
  return (
    <div
      className="pf-figure-card"
      popover="manual"
      aria-live="off"
      ref={card}
      role="dialog"
      aria-label={messages.sourceOf(title)}
      data-pinned={pinned || undefined}
      onPointerEnter={onKeep}
      onPointerLeave={onLeave}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !card.current?.contains(relatedTarget)) onClose()
      }}
    >
      <div id={id}>
        <SourceLines lines={linesOf(open, context)} context={context} onShow={onShow} />
      </div>
    </div>
  )
}

function linesOf({ index, cell }: OpenFigure, context: SourceContext): SourceLine[] {
  const figure = context.provenance.figures[index]
  if (!figure) return []
  if (!cell || figure.source.kind !== 'result') return sourceLines(figure, context)
  const { ref, path } = figure.source
  const source = { kind: 'result' as const, ref, path: path + formatPointer([cell.row, cell.field]), row: cell.row }
  return sourceLines({ text: '', source }, context)
}
