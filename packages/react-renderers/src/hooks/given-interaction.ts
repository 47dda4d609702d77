import { createContext, useContext } from 'react'
import type { RendererInteraction } from '../renderer/renderer-props.ts'

/** A question whose ways to answer it come from somebody else's client instead of a store. */
export const GivenInteraction = /* @__PURE__ */ createContext<{ id: string; interaction: RendererInteraction } | undefined>(undefined)

/** The ways to answer that an integration gave for this question. */
export function useGiven(question: string | undefined): RendererInteraction | undefined {
  const given = useContext(GivenInteraction)
  return question !== undefined && given?.id === question ? given.interaction : undefined
}
