import { editDistance } from '@pf/core/internal'

/** Returns the name that is closest to a misspelled one, with at most `max` edits. Letter case and separators are ignored. */
export function nearest(wrong: unknown, names: readonly string[], max = 3): string | undefined {
  if (typeof wrong !== 'string' || wrong.length > 64) return undefined
  const plain = simple(wrong)
  let best: string | undefined
  let least = Math.min(max, Math.floor(plain.length / 2)) + 1
  for (const name of names) {
    const steps = editDistance(plain, simple(name))
    if (steps < least) {
      best = name
      least = steps
    }
  }
  return best
}

const simple = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')
