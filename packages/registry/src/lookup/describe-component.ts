import { nearest } from '../checks/nearest.ts'
import { signatures } from '../generated/signatures.ts'
import type { Policy } from '../policy/policy.ts'
import { hitsForWords } from './hits-for-words.ts'
import { getComponent } from './list-components.ts'

/**
 * Returns the enabled component that a wrong name most likely refers to: one with a similar spelling, otherwise one that matches the words
 * of the name (`bar_chart`, `table`), otherwise one with a less similar spelling.
 */
export function suggest(wrong: unknown, policy: Policy): string | undefined {
  if (typeof wrong !== 'string' || wrong.length > 64) return undefined
  const words = wrong.replaceAll(/([a-z])([A-Z])/g, '$1 $2').split(/[^A-Za-z]+/)
  const meant = words.filter((word) => word.length > 2).join(' ')
  return nearest(wrong, policy.allowlist, 1) ?? forNeed(meant, policy) ?? nearest(wrong, policy.allowlist)
}

const forNeed = (words: string, policy: Policy) => (words === '' ? undefined : hitsForWords(words, policy).find(({ enabled }) => enabled)?.name)

/** Defines Ref in signatures. */
export const referenceNote = '// Ref = {"$artifact": "tool.field", "path"?: string, "select"?: string[], "limit"?: number}'
/** Defines Component in signatures. */
export const slotNote = '// Component = {component: string, props: object, id?: string}'

/**
 * Returns the description that a model needs to write a component's props: a TypeScript-like signature of at most 400 tokens, or a message
 * that the component is unknown or not enabled.
 */
export function describeComponent(name: string, { policy }: { policy: Policy }): string {
  const signature = (policy.registry?.signatures ?? signatures).get(name)
  if (signature === undefined) {
    const close = suggest(name, policy)
    return `There is no component "${typeof name === 'string' ? name.slice(0, 40) : typeof name}".${close ? ` Did you mean ${close}?` : ''} ${enabled(policy)}`
  }
  if (!policy.allows(name)) return `${name} exists but is not enabled here. ${enabled(policy)}`
  const notes = [
    /\bRef\b/.test(signature) || (getComponent(name, policy)?.dataPaths.length ?? 0) > 0 ? referenceNote : '',
    /\bComponent\b/.test(signature) ? slotNote : '',
  ]
  return [signature, ...notes.filter(Boolean)].join('\n')
}

const enabled = (policy: Policy) => `Enabled: ${policy.allowlist.join(', ') || 'none'}.`
