import type { JsonObject, JsonValue, ValidationIssue } from '@pf/core'
import { validateKitResult } from '@pf/registry/browser'
import { form } from '@pf/registry/components/form'
import type { DrawnField } from './field-model.ts'
import { answerOf, type FieldValue } from './field-value.ts'

/** What a server would find wrong with one answer: its own code runs here too. */
export function fieldIssue(field: DrawnField, answer: JsonValue | undefined): ValidationIssue | undefined {
  const result = validateKitResult(form, { fields: [field.asked] }, answerWith([[field.name, answer]]))
  return result.ok ? undefined : result.issues[0]
}

/** The answer to the whole form, as it would be sent, checked against the props that were shown. */
export function formAnswer(props: JsonObject, values: readonly (readonly [DrawnField, FieldValue])[]) {
  return validateKitResult(form, props, answerWith(values.map(([field, value]) => [field.name, answerOf(field, value)])))
}

/** Without a prototype: names are foreign. */
function answerWith(entries: readonly (readonly [string, JsonValue | undefined])[]): JsonObject {
  const answer = Object.create(null) as JsonObject
  for (const [name, value] of entries) if (value !== undefined) answer[name] = value
  return answer
}

/** Name of the field that an issue points to; undefined where it is about the whole answer. */
export function fieldOfIssue({ pointer }: ValidationIssue): string | undefined {
  const [, name] = pointer.split('/')
  return name?.replaceAll('~1', '/').replaceAll('~0', '~')
}
