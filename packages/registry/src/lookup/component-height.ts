import { componentFlags } from '../generated/component-flags.ts'
import type { Policy } from '../policy/policy.ts'

/** Pixels a skeleton keeps free for a component; undefined for an unknown one. Brings no schemas along, unlike getComponent. */
export const componentHeight = (name: string, policy?: Policy): number | undefined => (policy?.registry?.flags ?? componentFlags).get(name)?.height
