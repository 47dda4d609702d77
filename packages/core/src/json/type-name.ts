/** The type of a value as JSON names it: `null` and `array` are types of their own; other values by `typeof`. */
export function typeName(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
