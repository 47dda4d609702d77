import { drawFormula, formulaOutput } from '../latex/draw-formula.ts'

/** Sets a formula of a text into an element; returns why it could not, undefined when it could. */
export function setFormula(element: HTMLElement, source: string, display: boolean): string | undefined {
  return drawFormula(element, source, { display, output: formulaOutput(element.parentElement ?? element) })
}
