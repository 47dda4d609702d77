/** Limits on what a model may write. All are checked before anything is rendered. */
export interface PolicyLimits {
  /** Components inside components; the outermost counts as 1. */
  readonly nesting: number
  /** JSON levels of the props; the props object counts as 1. */
  readonly depth: number
  /** Components of one request, the outermost included. */
  readonly components: number
  /** JSON values (objects, arrays, scalars) that the model wrote in one request. */
  readonly nodes: number
  /** UTF-8 bytes that the model wrote in one request. */
  readonly payloadBytes: number
  /** UTF-8 bytes that the model wrote in one run. */
  readonly runBytes: number
  /** JSON values that references brought into one request. */
  readonly inlinedNodes: number
  /** Characters of text and digits that references brought into one request. */
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

/** Upper bounds of the limits. Beyond them, recursive walks could exhaust the stack. */
export const hardLimits: Partial<PolicyLimits> = { nesting: 16, depth: 64 }
