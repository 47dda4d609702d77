/** About how many characters a value is as JSON, counted no further than `most`: above it the answer is only that it is more. */
export function charsOf(root: unknown, maxChars: number): number {
  const open: unknown[] = [root]
  let chars = 0
  while (open.length > 0 && chars <= maxChars) {
    const value = open.pop()
    if (typeof value === 'string') chars += value.length + 2
    else if (Array.isArray(value)) {
      chars += 2 + value.length
      for (const item of value) open.push(item)
    } else if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value)) {
        chars += key.length + 4
        open.push(item)
      }
    else chars += 6
  }
  return chars
}
