import { useContext, useMemo } from 'react'
import type { Messages } from '../messages/messages.ts'
import { PfContext } from './pf-context.ts'

/** The fixed words of one part: its own, with what the app gave to the provider put over them. */
export function useMessages<Part extends keyof Messages, Own extends Partial<Messages[Part]>>(part: Part, own: Own): Own {
  const over = useContext(PfContext)?.messages?.[part]
  return useMemo(() => (over ? { ...own, ...over } : own), [own, over])
}
