import { usePf } from '../context/pf-context.ts'
import { type Interaction, useAsked } from './use-asked.ts'

/** A question by its id, without one the newest that waits for the user; undefined where there is none. */
export function useInteraction(id?: string): Interaction | undefined {
  return useAsked(usePf().store, id)
}
