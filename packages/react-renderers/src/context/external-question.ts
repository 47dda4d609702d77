import { createContext, type ReactNode, useContext } from 'react'
import type { RendererInteraction } from './renderer-props.ts'

/** A question with its actions, and a button that cancels it if it cannot be drawn. */
export interface ExternalQuestion {
  id: string
  interaction: RendererInteraction
  cancelButton: ReactNode
}

/** A question whose actions come from a third-party client instead of a store. */
export const ExternalQuestionContext = /* @__PURE__ */ createContext<ExternalQuestion | undefined>(undefined)

/** Returns the question that an integration provides, if its id matches. */
export function useExternalQuestion(question: string | undefined): ExternalQuestion | undefined {
  const external = useContext(ExternalQuestionContext)
  return question !== undefined && external?.id === question ? external : undefined
}
