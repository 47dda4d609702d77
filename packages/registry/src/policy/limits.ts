/** Bounds on what a model may write; all are checked before anything is drawn. */
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

/** The limits where a policy does not say. */
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

/** Above these the walks would no longer be safe from exhausting the stack. */
export const hardLimits: Partial<PolicyLimits> = { nesting: 16, depth: 64 }
