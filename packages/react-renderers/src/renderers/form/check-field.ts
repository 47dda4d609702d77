import type { JsonObject, JsonValue, ValidationIssue } from '@pf/core'
import { validateKitResult } from '@pf/registry/browser'
import { form } from '@pf/registry/components/form'
import { formMessages } from '../../messages/form.ts'
import type { FormFormat } from './control-props.ts'
import { errorMessage } from './error-message.ts'
import type { FormFieldModel } from './field-model.ts'
import { answerOf, type FieldValue, type FileValue, isFileValue } from './field-value.ts'

/** Validates the answer of one field with the same code as the server. */
export function fieldIssue(field: FormFieldModel, answer: JsonValue | undefined): ValidationIssue | undefined {
  const result = validateKitResult(form, { fields: [field.given] }, answerWith([[field.name, answer]]))
  return result.ok ? undefined : result.issues[0]
}

/** Validates the answer to the whole form against its props. */
export function formAnswer(props: JsonObject, values: readonly (readonly [FormFieldModel, FieldValue])[]) {
  return validateKitResult(form, props, answerWith(values.map(([field, value]) => [field.name, answerOf(field, value)])))
}

/** Creates an object without a prototype, because field names are untrusted. */
function answerWith(entries: readonly (readonly [string, JsonValue | undefined])[]): JsonObject {
  const answer = Object.create(null) as JsonObject
  for (const [name, value] of entries) if (value !== undefined) answer[name] = value
  return answer
}

/** Returns the name of the field that an issue points to; undefined if it concerns the whole answer. */
export function fieldOfIssue({ pointer }: ValidationIssue): string | undefined {
  const [, name] = pointer.split('/')
  return name?.replaceAll('~1', '/').replaceAll('~0', '~')
}

const waiting: Partial<Record<FileValue['status'], 'fileUploading' | 'fileFailed'>> = { sending: 'fileUploading', failed: 'fileFailed' }

/** Returns the error message of a field; undefined if it is valid. */
export function fieldError(field: FormFieldModel, value: FieldValue, format: FormFormat): string | undefined {
  if (field.disabled) return undefined
  if (isFileValue(value) && value.status !== 'sent') {
    const key = waiting[value.status]
    return key ? (format.messages ?? formMessages)[key] : value.error
  }
  const answer = answerOf(field, value)
  const issue = fieldIssue(field, answer)
  return issue && errorMessage(issue, { field, answer, format })
}

/** Validates a file before it is uploaded. If its type is unknown, the server validates it. */
export function fileError(field: FormFieldModel, file: File, format: FormFormat): string | undefined {
  const media_type = file.type.split(';')[0]?.trim() || 'application/octet-stream'
  const answer = { artifact_id: '-', name: file.name, media_type, bytes: file.size }
  const issue = fieldIssue(field, answer)
  if (!issue || (file.type === '' && issue.pointer.endsWith('/media_type') && !field.rules.accept.every((kind) => kind.startsWith('.')))) return undefined
  return errorMessage(issue, { field, answer, format })
}
