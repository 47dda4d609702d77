/** Every object inside a JSON value, without recursion: parsed SQL can be nested deeply. */
export function* walk(root: unknown): Generator<Record<string, unknown>> {
  const waiting = [root]
  while (waiting.length > 0) {
    const node = waiting.pop()
    if (typeof node !== 'object' || node === null) continue
    if (!Array.isArray(node)) yield node as Record<string, unknown>
    for (const inner of Array.isArray(node) ? node : Object.values(node)) waiting.push(inner)
  }
}
