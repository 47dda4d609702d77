import { drawFormula, formulaOutput } from '../latex/draw-formula.ts'

/** Renders a formula into an element. Returns the error message, or undefined on success. */
export function setFormula(element: HTMLElement, source: string, display: boolean): string | undefined {
  return drawFormula(element, source, { display, output: formulaOutput(element.parentElement ?? element) })
}
