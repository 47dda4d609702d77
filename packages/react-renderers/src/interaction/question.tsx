import type { ReactNode } from 'react'
import { useRendering } from '../context/pf-context.ts'
import type { RendererInteraction } from '../context/renderer-props.ts'
import { useAsked } from '../hooks/use-asked.ts'
import { Leave } from './leave.tsx'
import { QuestionFrame } from './question-frame.tsx'

interface QuestionProps {
  id: string
  /** Draws the component that asks; without ways to answer as a preview. `leave` is the way out where it cannot be drawn. */
  children: (asked?: RendererInteraction, leave?: ReactNode) => ReactNode
}

/** A question of the store with the ways to answer it. */
export function Question({ id, children }: QuestionProps) {
  const asked = useAsked(useRendering().store, id)
  return asked ? <QuestionFrame interaction={asked}>{children(asked, <Leave asked={asked} />)}</QuestionFrame> : children()
}
