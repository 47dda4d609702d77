import { usePf } from '../context/pf-context.ts'
import { type Interaction, useStoreInteraction } from './use-store-interaction.ts'

/** The question with this id, or the newest open question without an id. Undefined when there is none. */
export function useInteraction(id?: string): Interaction | undefined {
  return useStoreInteraction(usePf().store, id)
}
