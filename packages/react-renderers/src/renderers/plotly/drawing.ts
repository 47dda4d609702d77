/** The code that is loaded together with Plotly: the rules for figures and the component that draws them. */
export { cleanFigure, countOmittedElements, findOmittedTraces } from './clean-figure.ts'
export { findLimitExceeded } from './figure-cost.ts'
export { isEmptyFigure } from './figure-limits.ts'
export { Plot } from './plot.tsx'
