import type { CSSProperties } from 'react'

/** Converts custom properties to a style. The values are numbers or validated text. */
export const styleVars = (vars: Readonly<Record<`--pf-${string}`, string | number>>): CSSProperties => ({ ...vars })
