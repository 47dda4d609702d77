import { usePf } from '../context/pf-context.ts'
import { type Interaction, useStoreInteraction } from './use-store-interaction.ts'

/** A question by its id, without one the newest that waits for the user; undefined where there is none. */
export function useInteraction(id?: string): Interaction | undefined {
  return useStoreInteraction(usePf().store, id)
}
