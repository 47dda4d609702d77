import type { JsonObject, JsonSchema } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { fault } from '../checks/fault.ts'
import { schemaIssues } from '../checks/issues.ts'
import type { AnswerRules } from '../contracts/answer-rules.ts'
import type { ComponentKit } from '../contracts/component-kit.ts'
import type { SchemaFault, StandaloneValidator } from '../contracts/validator-types.ts'

/** Creates rules for answers with a fixed schema, which is the resultSchema of the component. */
export const answerFromValidator = (validate: StandaloneValidator, schema: JsonSchema): AnswerRules => ({
  check: (_, answer) =>
    validate(answer) ? { ok: true, result: answer as JsonObject } : { ok: false, issues: schemaIssues(validate.errors ?? [], answer, [{}]) },
  schema: () => schema,
})

/** Validates props without modifying them. Returns true, or false or a list of faults. */
export type ValidateProps = (props: JsonObject) => boolean | readonly { pointer: string; expected: string }[]

/** Creates a kit from a validation function of the host. */
export function kitFromFunction({ name, interactive }: { name: string; interactive: boolean }, validate: ValidateProps, answer?: AnswerRules): ComponentKit {
  const full: StandaloneValidator = (props) => {
    full.errors = isRecord(props) ? faultsOf(validate, props as JsonObject) : [fault('', 'type', { type: 'object' })]
    return full.errors.length === 0
  }
  const relaxed: StandaloneValidator = () => {
    relaxed.errors = [fault('', 'custom', { expected: 'complete props' })]
    return false
  }
  return { name, interactive, shape: [{}], full, relaxed, ...(answer ? { answer } : {}) }
}

/** A function that throws or returns a promise counts as a failed validation. */
function faultsOf(validate: ValidateProps, props: JsonObject): SchemaFault[] {
  try {
    const verdict: unknown = validate(props)
    if (verdict === true) return []
    return Array.isArray(verdict) ? verdict.map(({ pointer, expected }) => fault(pointer, 'custom', { expected })) : [unfit()]
  } catch {
    return [unfit()]
  }
}

const unfit = () => fault('', 'custom', { expected: 'props that pass the validation of the component' })
