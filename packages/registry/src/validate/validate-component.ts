import { isRecord, type JsonObject, PfError, readPointer, type ValidationIssue } from '@pf/core'
import type { ComponentKit } from './component-kit.ts'
import { cutIssues, limitIssue } from './issues.ts'
import { type MeasureLimits, measure } from './measure.ts'
import type { ReferencedPlace, ValidateOptions, ValidateResult } from './options.ts'
import { type TreeContext, validateTree } from './validate-tree.ts'
import type { StandaloneValidator } from './validator-types.ts'

/** The validators a check may use. */
export interface Validators {
  kits: ReadonlyMap<string, ComponentKit>
  /** For `mode: 'model'`; front ends have none. */
  models: ReadonlyMap<string, StandaloneValidator>
  /** Checks the data behind stored references; only servers have it. */
  checkReferenced?(request: { component: unknown; props: unknown }, places: readonly ReferencedPlace[]): ValidationIssue[]
}

/**
 * Checks a request against limits, policy, budget and schema, and everything nested in it likewise. Limits come first and without
 * recursion. Never throws for what a model wrote; throws PfError `invalid_input` for options that leave the budget open.
 */
export function validateWith(validators: Validators, request: { component: unknown; props: unknown }, options: ValidateOptions): ValidateResult {
  const { budget } = options
  if (budget !== 'uncounted' && typeof budget?.charge !== 'function')
    throw new PfError('invalid_input', "validateComponent needs a budget: createRunBudget(policy) on a server, 'uncounted' in a front end.")
  const walked = walk(request.props, options)
  if ('code' in walked) return { ok: false, issues: [walked] }
  const bytes = budget === 'uncounted' ? 0 : (options.writtenBytes ?? writtenBytes(request.props, walked.inlined))
  const over = bytesIssue(bytes, options)
  if (over) return { ok: false, issues: [over] }
  const context = treeContext(validators, options)
  const props = validateTree(
    { component: request.component, props: request.props, pointer: '', nested: false, via: options.via ?? 'render', nesting: 1 },
    context,
  )
  context.issues.push(...strayReferences(walked.references, options), ...(validators.checkReferenced?.(request, options.referenced ?? []) ?? []))
  if (context.issues.length > 0) return { ok: false, issues: cutIssues(context.issues) }
  if (budget !== 'uncounted') budget.charge(bytes)
  return { ok: true, component: String(request.component), props: props as JsonObject, nodes: walked.nodes, bytes, components: context.components }
}

interface Walked {
  nodes: number
  references: string[]
  inlined: ReadonlySet<unknown>
}

function walk(props: unknown, options: ValidateOptions): Walked | ValidationIssue {
  const { limits } = options.policy
  const received = options.budget === 'uncounted'
  const inlined = new Set(
    (options.referenced ?? []).map(({ pointer }) => readPointer(props, pointer).value).filter((value) => typeof value === 'object' && value !== null),
  )
  const inlinedLimits = { depth: limits.depth, nodes: limits.inlinedNodes, chars: limits.inlinedBytes }
  const written: MeasureLimits = {
    depth: limits.depth,
    nodes: limits.nodes + (received ? limits.inlinedNodes : 0),
    chars: received
      ? limits.payloadBytes + limits.inlinedBytes
      : options.writtenBytes === undefined
        ? limits.payloadBytes
        : limits.payloadBytes + limits.inlinedBytes,
  }
  const own = measure(props, written, inlined)
  if (own.fault) return limitIssue(own.fault, written)
  for (const value of inlined) {
    const part = measure(value, inlinedLimits)
    if (part.fault) return limitIssue(part.fault, inlinedLimits)
  }
  return { nodes: own.nodes, references: own.references, inlined }
}

/** Safe after the walk: depth is bounded and everything is JSON. */
function writtenBytes(props: unknown, inlined: ReadonlySet<unknown>): number {
  return [...inlined].reduce<number>((left, value) => left - jsonBytes(value), jsonBytes(props))
}

const jsonBytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length

function bytesIssue(bytes: number, { budget, policy }: ValidateOptions): ValidationIssue | undefined {
  if (budget === 'uncounted') return undefined
  const suggestion = 'Reference the data: {"$artifact": REF}.'
  if (bytes > policy.limits.payloadBytes)
    return { code: 'payload_too_large', pointer: '', expected: `at most ${policy.limits.payloadBytes} bytes`, received: `${bytes} bytes`, suggestion }
  if (bytes > budget.left)
    return { code: 'budget_exceeded', pointer: '', expected: `at most ${budget.left} bytes more in this run`, received: `${bytes} bytes`, suggestion }
  return undefined
}

function treeContext({ kits, models }: Validators, { policy, budget, mode, referenced = [] }: ValidateOptions): TreeContext {
  const base = {
    kits,
    policy,
    issues: [],
    components: 0,
    ids: new Set<string>(),
    validator: (kit: ComponentKit) => (mode === 'model' ? modelValidator(models, kit) : kit.full),
  }
  return budget === 'uncounted' ? base : { ...base, isResolved: resolvedBy(referenced) }
}

/** An address in a reference is for the transport to add; one that is there already was written by a model. */
function resolvedBy(places: readonly ReferencedPlace[]): NonNullable<TreeContext['isResolved']> {
  const pointers = new Set(places.map((place) => place.pointer))
  const ids = new Set(places.map(({ reference }) => (isRecord(reference) ? reference.artifact_id : undefined)))
  return (reference, pointer) => !Object.hasOwn(reference, 'url') && (pointers.has(pointer) || ids.has(reference.artifact_id))
}

function modelValidator(models: Validators['models'], kit: ComponentKit): StandaloneValidator {
  const found = models.get(kit.name)
  if (!found) throw new PfError('invalid_input', 'mode model needs the validators of @pf/registry itself.')
  return found
}

/** A reference in an open part of the props that nobody resolved would reach the renderer as an odd object. */
function strayReferences(pointers: readonly string[], { mode }: ValidateOptions): ValidationIssue[] {
  if (mode === 'model') return []
  return pointers.map((pointer) => ({
    code: 'schema_invalid',
    pointer,
    expected: 'data, not an unresolved reference',
    received: 'object',
    suggestion: 'References are read at data props only.',
  }))
}
