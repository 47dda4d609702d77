import { useContext, useMemo } from 'react'
import type { Messages } from '../messages/messages.ts'
import { PfContext } from './pf-context.ts'

/** Returns the messages of one part: the default messages with the overrides of the provider. */
export function useMessages<Part extends keyof Messages, Own extends Partial<Messages[Part]>>(part: Part, own: Own): Own {
  const over = useContext(PfContext)?.messages?.[part]
  return useMemo(() => (over ? { ...own, ...over } : own), [own, over])
}
