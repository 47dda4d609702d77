import { usePf } from '../context/pf-context.ts'
import { type Interaction, useStoreInteraction } from './use-store-interaction.ts'

/** Returns the question with this id, or the newest open question if no id is given. Undefined if there is none. */
export function useInteraction(id?: string): Interaction | undefined {
  return useStoreInteraction(usePf().store, id)
}
