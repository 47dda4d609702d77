/** The name closest to a mistyped one: at most `most` letters off, or the same but for case and separators. */
export function nearest(wrong: unknown, names: readonly string[], most = 3): string | undefined {
  if (typeof wrong !== 'string' || wrong.length > 64) return undefined
  const plain = simple(wrong)
  let best: string | undefined
  let least = Math.min(most, Math.floor(plain.length / 2)) + 1
  for (const name of names) {
    const steps = distance(plain, simple(name))
    if (steps < least) {
      best = name
      least = steps
    }
  }
  return best
}

const simple = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Levenshtein distance, one row at a time. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
