import { componentFlags } from '../generated/names.ts'

/** Pixels a skeleton keeps free for a component; undefined for an unknown one. Brings no schemas along, unlike getComponent. */
export const componentHeight = (name: string): number | undefined => componentFlags.get(name)?.height
