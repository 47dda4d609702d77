import { createContext, type ReactNode, useContext } from 'react'
import type { RendererInteraction } from './renderer-props.ts'

/** A question with its ways to answer, and a button that cancels it, for a question that cannot be drawn. */
export interface ExternalQuestion {
  id: string
  interaction: RendererInteraction
  cancelButton: ReactNode
}

/** A question whose ways to answer it come from somebody else's client instead of a store. */
export const ExternalQuestionContext = /* @__PURE__ */ createContext<ExternalQuestion | undefined>(undefined)

/** What an integration gave for this question. */
export function useExternalQuestion(question: string | undefined): ExternalQuestion | undefined {
  const external = useContext(ExternalQuestionContext)
  return question !== undefined && external?.id === question ? external : undefined
}
