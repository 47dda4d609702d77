import { PfError, readPointer, type ValidationIssue } from '@pf/core'
import { isRecord, utf8Length } from '@pf/core/internal'
import { limitIssue, unreadable } from '../checks/issues.ts'
import { measure } from '../checks/measure.ts'
import type { ComponentKit } from '../contracts/component-kit.ts'
import type { StandaloneValidator } from '../contracts/validator-types.ts'
import type { RunBudget } from '../policy/run-budget.ts'
import { type CheckOptions, type CheckResult, type ComponentRequest, check } from './check.ts'
import type { ReferencedLocation, ValidateOptions, ValidateResult } from './options.ts'
import { checkReferenced, isDataLocation } from './referenced-data.ts'

/** The validators and helpers of a server. */
export interface Validators {
  kits: ReadonlyMap<string, ComponentKit>
  /** Validators for `mode: 'model'`. */
  models: ReadonlyMap<string, StandaloneValidator>
  suggest?: CheckOptions['suggest']
}

/**
 * Validates a request on a server: limits, policy, budget, schema, references and the data behind them. Never throws for props written by a
 * model. Throws PfError `invalid_input` for options without a budget.
 */
export function validateWith(validators: Validators, request: ComponentRequest, options: ValidateOptions): ValidateResult {
  const { budget } = options
  if (budget !== 'uncounted' && typeof budget?.charge !== 'function')
    throw new PfError('invalid_input', "validateComponent needs a budget: createRunBudget(policy), or 'uncounted' for props that were not written by a model.")
  try {
    return budget === 'uncounted' ? uncounted(validators, request, options) : counted(validators, request, { ...options, budget })
  } catch {
    return { ok: false, issues: [unreadable] }
  }
}

type Counted = ValidateOptions & { budget: RunBudget }

function uncounted(validators: Validators, request: ComponentRequest, options: ValidateOptions): ValidateResult {
  const checks = common(validators, request, options)
  const inlined = inlinedValues(request.props, options)
  if (inlined) {
    checks.skip = inlined
    checks.measured = () => inlinedIssue(inlined, options)
  }
  checks.newer = options.newer
  return withBytes(check(validators.kits, request, checks), 0)
}

function counted(validators: Validators, request: ComponentRequest, options: Counted): ValidateResult {
  const { budget, referenced = [] } = options
  const inlined = inlinedValues(request.props, options)
  let bytes = 0
  const measured = () => {
    bytes = options.writtenBytes ?? writtenBytes(request.props, inlined ?? new Set())
    return (inlined && inlinedIssue(inlined, options)) ?? bytesIssue(bytes, options)
  }
  const own = { skip: inlined, measured, bounds: writtenBounds(options), isResolved: resolvedBy(referenced) }
  const result = check(validators.kits, request, { ...common(validators, request, options), ...own })
  if (result.ok) budget.charge(bytes)
  return withBytes(result, bytes)
}

function withBytes(result: CheckResult, bytes: number): ValidateResult {
  return result.ok ? { ...result, bytes } : result
}

function common({ kits, models, suggest }: Validators, request: ComponentRequest, { policy, via, mode, referenced }: ValidateOptions): CheckOptions {
  const more = referenced && referenced.length > 0 ? () => checkReferenced(kits, request, referenced) : undefined
  if (mode !== 'model') return { policy, suggest, via, more }
  return { policy, suggest, via, more, validator: (kit) => models.get(kit.name) ?? kit.full, mayRefer: (pointer) => isDataLocation(kits, request, pointer) }
}

/**
 * Limits for the walk that runs before the exact number of bytes is counted. A number given by the caller may be lower than the current size of
 * the props.
 */
const writtenBounds = ({ policy: { limits }, writtenBytes: given }: ValidateOptions) => ({
  depth: limits.depth,
  nodes: limits.nodes,
  chars: limits.payloadBytes + (given === undefined ? 0 : limits.inlinedBytes),
})

function inlinedValues(props: unknown, { referenced = [] }: ValidateOptions): ReadonlySet<unknown> | undefined {
  const values = referenced.map(({ pointer }) => readPointer(props, pointer).value).filter((value) => typeof value === 'object' && value !== null)
  return values.length > 0 ? new Set(values) : undefined
}

function inlinedIssue(inlined: ReadonlySet<unknown>, { policy: { limits } }: ValidateOptions): ValidationIssue | undefined {
  const bounds = { depth: limits.depth, nodes: limits.inlinedNodes, chars: limits.inlinedBytes }
  for (const value of inlined) {
    const { fault } = measure(value, bounds)
    if (fault) return limitIssue(fault, bounds)
  }
  return undefined
}

function bytesIssue(bytes: number, { budget, policy }: Counted): ValidationIssue | undefined {
  const max = policy.limits.payloadBytes
  const details = { pointer: '', received: `${bytes} bytes`, suggestion: 'Reference the data: {"$artifact": REF}.' }
  if (bytes > max) return { code: 'payload_too_large', expected: `at most ${max} bytes`, ...details }
  return bytes > budget.left ? { code: 'budget_exceeded', expected: `at most ${budget.left} bytes more in this run`, ...details } : undefined
}

/** Called after the walk, which ensures that the depth is limited and that everything is JSON. */
const writtenBytes = (props: unknown, inlined: ReadonlySet<unknown>) => [...inlined].reduce<number>((left, value) => left - jsonBytes(value), jsonBytes(props))

const jsonBytes = (value: unknown) => utf8Length(JSON.stringify(value))

/** Only the transport may add an address to a reference. An address that is already present was written by a model. */
function resolvedBy(locations: readonly ReferencedLocation[]): NonNullable<CheckOptions['isResolved']> {
  const pointers = new Set(locations.map((location) => location.pointer))
  const ids = new Set(locations.map(({ reference }) => (isRecord(reference) ? reference.artifact_id : undefined)))
  return (reference, pointer) => !Object.hasOwn(reference, 'url') && (pointers.has(pointer) || ids.has(reference.artifact_id))
}
