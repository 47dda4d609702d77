/** Converts a parsed action of five fields to one of two fields, as a host without pf would do. Returns undefined for a value that is no action. */
export function migrate(value) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const { next_node, args, plan, join } = value
  if (Array.isArray(plan) && plan.length > 0) return { next_node: 'plan', args: { steps: plan, ...(join ? { join } : {}) } }
  if (next_node === null) return finish(args)
  if (typeof next_node !== 'string' || typeof args !== 'object' || args === null) return undefined
  return next_node === 'final_response' ? finish(args) : { next_node, args }
}

function finish(args) {
  const { raw_answer, ...rest } = args ?? {}
  const answer = rest.answer ?? raw_answer
  return typeof answer === 'string' ? { next_node: 'final_response', args: { ...rest, answer } } : undefined
}
