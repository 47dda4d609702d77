import { createContext, type ReactNode, useContext } from 'react'
import type { RendererInteraction } from './renderer-props.ts'

/** A question with its ways to answer, and the way out where it cannot be drawn. */
export interface GivenQuestion {
  id: string
  asked: RendererInteraction
  leave: ReactNode
}

/** A question whose ways to answer it come from somebody else's client instead of a store. */
export const GivenInteraction = /* @__PURE__ */ createContext<GivenQuestion | undefined>(undefined)

/** What an integration gave for this question. */
export function useGiven(question: string | undefined): GivenQuestion | undefined {
  const given = useContext(GivenInteraction)
  return question !== undefined && given?.id === question ? given : undefined
}
