/** Tries to change a value in place at every level; frozen values refuse, which is as good. */
export function spoil(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const child of Object.values(value)) spoil(child)
  for (const key of Object.keys(value)) Reflect.set(value, key, 'spoiled')
  Reflect.set(value, 'spoiled', true)
}
