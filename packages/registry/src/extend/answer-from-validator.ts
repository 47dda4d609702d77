import type { JsonObject, JsonSchema } from '@pf/core'
import type { AnswerRules } from '../interaction/answer-rules.ts'
import { schemaIssues } from '../validate/issues.ts'
import type { StandaloneValidator } from '../validate/validator-types.ts'

/** Rules for answers that look alike whatever was shown: those of a component's resultSchema. */
export const answerFromValidator = (validate: StandaloneValidator, schema: JsonSchema): AnswerRules => ({
  check: (_, answer) =>
    validate(answer) ? { ok: true, result: answer as JsonObject } : { ok: false, issues: schemaIssues(validate.errors ?? [], answer, [{}]) },
  schema: () => schema,
})
