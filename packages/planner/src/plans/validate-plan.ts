import { type JsonObject, PfError } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { nearestNames } from '../util/nearest-names.ts'
import { checkReference, type PlanCheck } from './check-reference.ts'
import type { PlanError, PlannedCall, PlanReport, PlanTool, PlanWarning } from './plan-types.ts'
import { type ArgumentText, holdsReference, templateTexts } from './reference.ts'
import { createSchemaReader } from './schema-location.ts'

/** Options of `validatePlan`. */
export interface ValidatePlanOptions {
  /** Maximum number of errors in a report. Further ones are omitted. Default 200. */
  maxErrors?: number
}

/**
 * Checks every call and reference of a plan against the tools before anything runs. Returns all errors, in the order of the plan and of its
 * arguments. An error is reported only if the schemas prove it. Never throws, regardless of the plan.
 */
export function validatePlan(plan: { calls: readonly PlannedCall[] }, tools: Iterable<PlanTool>, { maxErrors = 200 }: ValidatePlanOptions = {}): PlanReport {
  const calls = callsOf(plan)
  if (!calls) return { errors: [{ ...wholeCall(0), kind: 'unreadable', tool: '' }], warnings: [] }
  const check: PlanCheck = { calls, tools: new Map(Array.from(tools, (tool) => [tool.name, tool])), reader: keepReaders() }
  const report: PlanReport = { errors: [], warnings: [] }
  for (const tool_index of calls.keys()) {
    if (report.errors.length >= maxErrors) break
    const found = checkCall(check, tool_index, maxErrors - report.errors.length)
    report.errors.push(...found.errors)
    report.warnings.push(...found.warnings)
  }
  return report
}

/** Returns the calls with their names and arguments, each read once; undefined if there is no list. A call that cannot be read has no name. */
function callsOf(plan: unknown): PlannedCall[] | undefined {
  try {
    const calls = isRecord(plan) ? plan.calls : undefined
    return Array.isArray(calls) ? Array.from(calls, callOf) : undefined
  } catch {
    return undefined
  }
}

function callOf(call: unknown): PlannedCall {
  try {
    const { tool_name, arguments: args } = isRecord(call) ? call : {}
    if (typeof tool_name === 'string') return { tool_name, arguments: args as JsonObject }
  } catch {
    // A getter threw, so the value is not a call.
  }
  return { tool_name: '', arguments: {} }
}

/** Keeps one reader for each schema document during a check. */
function keepReaders(): PlanCheck['reader'] {
  const readers = new Map<unknown, ReturnType<typeof createSchemaReader>>()
  return (document) => {
    const reader = readers.get(document) ?? createSchemaReader(document)
    readers.set(document, reader)
    return reader
  }
}

function checkCall(check: PlanCheck, tool_index: number, maxFaults: number): PlanReport {
  const call = check.calls[tool_index]
  const tool = call?.tool_name ?? ''
  const errors: PlanError[] = check.tools.has(tool) ? [] : [unknownTool(check, tool_index, tool)]
  const warnings: PlanWarning[] = []
  try {
    for (const text of templateTexts(call?.arguments)) {
      if (errors.length >= maxFaults || warnings.length >= maxFaults) break
      errors.push(...checkText(check, tool_index, text))
      if (text.read.kind === 'literal' && !text.read.escaped && holdsReference(text.text))
        warnings.push({ ...toStep(tool_index, text), kind: 'embedded_reference' })
    }
  } catch (error) {
    errors.push({ ...wholeCall(tool_index), kind: PfError.isInstance(error) ? 'too_deep' : 'unreadable', tool })
  }
  return { errors, warnings }
}

function checkText(check: PlanCheck, tool_index: number, text: ArgumentText): PlanError[] {
  const { read } = text
  if (read.kind === 'literal') return []
  const fault =
    read.kind === 'malformed'
      ? ({ kind: 'invalid_template_syntax' } as const)
      : checkReference(check, { own: tool_index, path: text.path, reference: read.reference })
  return fault ? [{ ...toStep(tool_index, text), ...fault }] : []
}

const wholeCall = (tool_index: number) => ({ tool_index, argument: '', template: '' })
const toStep = (tool_index: number, { path, text }: ArgumentText) => ({ tool_index, argument: path.join('.'), template: text })

function unknownTool({ tools }: PlanCheck, tool_index: number, tool: string): PlanError {
  const nearest = nearestNames(tool, [...tools.keys()])
  return { ...wholeCall(tool_index), kind: 'unknown_tool', tool, ...(nearest.length > 0 ? { nearest } : {}) }
}
