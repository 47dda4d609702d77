/** Limits on what a model may write. All are checked before anything is rendered. */
export interface PolicyLimits {
  /** Levels of nested components. The outermost component counts as 1. */
  readonly nesting: number
  /** Levels of JSON in the props. The props object counts as 1. */
  readonly depth: number
  /** Number of components in one request, including the outermost one. */
  readonly components: number
  /** Number of JSON values (objects, arrays, scalars) written by the model in one request. */
  readonly nodes: number
  /** Number of UTF-8 bytes written by the model in one request. */
  readonly payloadBytes: number
  /** Number of UTF-8 bytes written by the model in one run. */
  readonly runBytes: number
  /** Number of JSON values inserted by references in one request. */
  readonly inlinedNodes: number
  /** Number of characters of strings and numbers inserted by references in one request. */
  readonly inlinedBytes: number
}

/** The default limits. */
export const defaultLimits: PolicyLimits = {
  nesting: 8,
  depth: 32,
  components: 200,
  nodes: 20_000,
  payloadBytes: 250_000,
  runBytes: 2_000_000,
  inlinedNodes: 200_000,
  inlinedBytes: 2_000_000,
}

/** Upper bounds of the limits. Beyond them, recursive functions could exceed the stack. */
export const hardLimits: Partial<PolicyLimits> = { nesting: 16, depth: 64 }
