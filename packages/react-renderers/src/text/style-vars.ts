import type { CSSProperties } from 'react'

/** Custom properties as a style; values are numbers or text that was checked before. */
export const styleVars = (vars: Readonly<Record<`--pf-${string}`, string | number>>): CSSProperties => ({ ...vars })
