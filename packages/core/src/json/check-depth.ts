import { walkJson } from './walk-json.ts'

/** Throws PfError `too_deep` for a value with more than 1,000 levels below its root, or one that holds itself: then recursion is safe. */
export function checkDepth(value: unknown): void {
  const walk = walkJson(value)
  while (!walk.next().done);
}
