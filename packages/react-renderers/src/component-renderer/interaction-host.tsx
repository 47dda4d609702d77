import { useMemo } from 'react'
import { usePf } from '../context/pf-context.ts'
import { useInteraction } from '../hooks/use-interaction.ts'
import { useTurns } from '../hooks/use-turns.ts'
import { ComponentRenderer } from './component-renderer.tsx'

/**
 * Renders the question that waits for the user at any position in the app. With `interaction`, renders the question with this id in any
 * state. Renders nothing if there is no such question. Because questions are also components of their turn, render them in only one of the
 * two locations.
 */
export function InteractionHost({ interaction }: { interaction?: string }) {
  usePf()
  const asked = useInteraction(interaction)
  const turns = useTurns()
  const id = asked?.question.id
  const component = useMemo(
    () => turns.flatMap((turn) => (turn.kind === 'assistant' ? turn.components : [])).find((candidate) => id !== undefined && candidate.question === id),
    [turns, id],
  )
  return component ? <ComponentRenderer key={id} component={component} /> : null
}
