import { useMemo } from 'react'
import { usePf } from '../context/pf-context.ts'
import { useInteraction } from '../hooks/use-interaction.ts'
import { useTurns } from '../hooks/use-turns.ts'
import { ComponentRenderer } from './component-renderer.tsx'

/**
 * The question that waits for the user, wherever an app wants it to stand; with `interaction` a certain one, in whatever state it is. Nothing
 * where there is none. Questions also stand among the components of their turn: draw them in one of the two places.
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
