import type { ReactNode } from 'react'
import { useRendering } from '../context/pf-context.ts'
import type { RendererInteraction } from '../context/renderer-props.ts'
import { useStoreInteraction } from '../hooks/use-store-interaction.ts'
import { CancelQuestionButton } from './cancel-question-button.tsx'
import { QuestionFrame } from './question-frame.tsx'

interface QuestionProps {
  id: string
  /** Draws the component that asks; without ways to answer as a preview. `leave` is the way out where it cannot be drawn. */
  children: (interaction?: RendererInteraction, cancelButton?: ReactNode) => ReactNode
}

/** A question of the store with the ways to answer it. */
export function Question({ id, children }: QuestionProps) {
  const interaction = useStoreInteraction(useRendering().store, id)
  return interaction ? (
    <QuestionFrame interaction={interaction}>{children(interaction, <CancelQuestionButton interaction={interaction} />)}</QuestionFrame>
  ) : (
    children()
  )
}
