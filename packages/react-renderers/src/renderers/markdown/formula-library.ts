export { drawFormula } from '../latex/draw-formula.ts'
export { formulaLook } from '../latex/formula-look.ts'
