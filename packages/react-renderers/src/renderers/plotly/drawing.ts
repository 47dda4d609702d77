/** What is loaded together with Plotly: the rules of a figure and the component that draws it. */
export { cleanFigure, countOmittedElements, findOmittedTraces } from './clean-figure.ts'
export { findLimitExceeded } from './figure-cost.ts'
export { isEmptyFigure } from './figure-limits.ts'
export { Plot } from './plot.tsx'
