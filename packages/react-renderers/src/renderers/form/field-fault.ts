import { formMessages } from '../../messages/form.ts'
import { fieldIssue } from './check-answer.ts'
import { errorMessage } from './error-message.ts'
import type { DrawnField } from './field-model.ts'
import { answerOf, type FieldValue, type FileValue, isFileValue } from './field-value.ts'
import type { FormFormat } from './form-format.ts'

const waiting: Partial<Record<FileValue['status'], 'fileWaits' | 'fileLost'>> = { sending: 'fileWaits', failed: 'fileLost' }

/** What keeps one field from being sent, in words; undefined: nothing. */
export function fieldFault(field: DrawnField, value: FieldValue, format: FormFormat): string | undefined {
  if (field.disabled) return undefined
  if (isFileValue(value) && value.status !== 'sent') {
    const key = waiting[value.status]
    return key ? (format.messages ?? formMessages)[key] : value.fault
  }
  const answer = answerOf(field, value)
  const issue = fieldIssue(field, answer)
  return issue && errorMessage(issue, { field, answer, format })
}

/** What is wrong with a file before it is sent. Some systems know no type for it: that is for the server to judge. */
export function fileFault(field: DrawnField, file: File, format: FormFormat): string | undefined {
  const media_type = file.type.split(';')[0]?.trim() || 'application/octet-stream'
  const answer = { artifact_id: '-', name: file.name, media_type, bytes: file.size }
  const issue = fieldIssue(field, answer)
  if (!issue || (file.type === '' && issue.pointer.endsWith('/media_type') && !field.rules.accept.every((kind) => kind.startsWith('.')))) return undefined
  return errorMessage(issue, { field, answer, format })
}
