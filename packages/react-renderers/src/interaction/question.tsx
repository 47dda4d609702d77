import type { ReactNode } from 'react'
import { useRendering } from '../context/pf-context.ts'
import type { RendererInteraction } from '../context/renderer-props.ts'
import { useStoreInteraction } from '../hooks/use-store-interaction.ts'
import { CancelQuestionButton } from './cancel-question-button.tsx'
import { QuestionFrame } from './question-frame.tsx'

interface QuestionProps {
  id: string
  /** Renders the component of the question, as a preview without actions. `leave` is shown when the component cannot be rendered. */
  children: (interaction?: RendererInteraction, cancelButton?: ReactNode) => ReactNode
}

/** A question of the store with its actions. */
export function Question({ id, children }: QuestionProps) {
  const interaction = useStoreInteraction(useRendering().store, id)
  return interaction ? (
    <QuestionFrame interaction={interaction}>{children(interaction, <CancelQuestionButton interaction={interaction} />)}</QuestionFrame>
  ) : (
    children()
  )
}
