import type { ValidationIssue } from '@pf/core'
import type { FieldValue } from './field-value.ts'

/** The state of a form that is being filled in. Fields without an edit have the value of their props. */
export interface Answers {
  edits: ReadonlyMap<string, FieldValue>
  /** Keys of fields whose errors are shown because they lost the focus or the form was submitted. */
  touched: ReadonlySet<string>
  /** Keys of the fields that prevented the last submission. */
  reported: readonly string[]
  /** True when every field is valid but the form as a whole is not. */
  isUnanswerable: boolean
  /** Fields that were changed after the server reported these issues; the issues no longer apply to them. */
  resolvedIssues: { issues: readonly ValidationIssue[] | undefined; keys: ReadonlySet<string> }
}

export type AnswerAction =
  | { type: 'edit'; key: string; value: FieldValue; issues: readonly ValidationIssue[] | undefined }
  | { type: 'complete'; key: string; from: FieldValue; value: FieldValue }
  | { type: 'touch'; key: string }
  | { type: 'report'; keys: readonly string[]; reported: readonly string[]; isUnanswerable: boolean }

export const noAnswers: Answers = {
  edits: new Map(),
  touched: new Set(),
  reported: [],
  isUnanswerable: false,
  resolvedIssues: { issues: undefined, keys: new Set() },
}

/** The reducer of the form state. */
export function answersReducer(answers: Answers, action: AnswerAction): Answers {
  switch (action.type) {
    case 'edit':
      return { ...answers, edits: new Map(answers.edits).set(action.key, action.value), resolvedIssues: resolveIssue(answers, action) }
    // The result of an upload is used only while its file is still the value of the field.
    case 'complete':
      return answers.edits.get(action.key) === action.from ? { ...answers, edits: new Map(answers.edits).set(action.key, action.value) } : answers
    case 'touch':
      return answers.touched.has(action.key) ? answers : { ...answers, touched: new Set([...answers.touched, action.key]) }
    case 'report':
      return { ...answers, touched: new Set([...answers.touched, ...action.keys]), reported: action.reported, isUnanswerable: action.isUnanswerable }
  }
}

function resolveIssue({ resolvedIssues }: Answers, { key, issues }: Extract<AnswerAction, { type: 'edit' }>): Answers['resolvedIssues'] {
  if (resolvedIssues.issues !== issues) return { issues, keys: new Set([key]) }
  return resolvedIssues.keys.has(key) ? resolvedIssues : { issues, keys: new Set([...resolvedIssues.keys, key]) }
}
