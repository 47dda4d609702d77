import type { JsonObject, JsonSchema } from '@pf/core'
import { schemaIssues } from '../checks/issues.ts'
import type { AnswerRules } from '../contracts/answer-rules.ts'
import type { StandaloneValidator } from '../contracts/validator-types.ts'

/** Rules for answers that look alike whatever was shown: those of a component's resultSchema. */
export const answerFromValidator = (validate: StandaloneValidator, schema: JsonSchema): AnswerRules => ({
  check: (_, answer) =>
    validate(answer) ? { ok: true, result: answer as JsonObject } : { ok: false, issues: schemaIssues(validate.errors ?? [], answer, [{}]) },
  schema: () => schema,
})
