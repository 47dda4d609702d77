import { nearest } from '../checks/nearest.ts'
import type { Policy } from '../policy/policy.ts'
import { hitsForWords } from './hits-for-words.ts'

/** The enabled component that a wrong name most likely means: one a letter off, else one for what the name says (`bar_chart`, `table`), else one a few letters off. */
export function suggest(wrong: unknown, policy: Policy): string | undefined {
  if (typeof wrong !== 'string' || wrong.length > 64) return undefined
  const words = wrong.replaceAll(/([a-z])([A-Z])/g, '$1 $2').split(/[^A-Za-z]+/)
  const meant = words.filter((word) => word.length > 2).join(' ')
  return nearest(wrong, policy.allowlist, 1) ?? forNeed(meant, policy) ?? nearest(wrong, policy.allowlist)
}

const forNeed = (words: string, policy: Policy) => (words === '' ? undefined : hitsForWords(words, policy).find(({ enabled }) => enabled)?.name)
