import type { ValidationIssue } from '@pf/core'
import type { FieldValue } from './field-value.ts'

/** What the reader has done so far; fields that were not changed say what the props say. */
export interface Answers {
  edits: ReadonlyMap<string, FieldValue>
  /** Keys of fields that were left, or sent: their faults are shown. */
  touched: ReadonlySet<string>
  /** Keys of the fields that kept the answer from being sent. */
  reported: readonly string[]
  /** Nothing is wrong with any field, and still the whole cannot be sent. */
  isUnanswerable: boolean
  /** Fields changed since these issues of the server came: they no longer hold there. */
  resolvedIssues: { issues: readonly ValidationIssue[] | undefined; keys: ReadonlySet<string> }
}

export type AnswerAction =
  | { type: 'edit'; key: string; value: FieldValue; issues: readonly ValidationIssue[] | undefined }
  | { type: 'settle'; key: string; from: FieldValue; value: FieldValue }
  | { type: 'touch'; key: string }
  | { type: 'report'; keys: readonly string[]; reported: readonly string[]; isUnanswerable: boolean }

export const noAnswers: Answers = {
  edits: new Map(),
  touched: new Set(),
  reported: [],
  isUnanswerable: false,
  resolvedIssues: { issues: undefined, keys: new Set() },
}

/** One step of filling in a form. */
export function answersReducer(answers: Answers, action: AnswerAction): Answers {
  switch (action.type) {
    case 'edit':
      return { ...answers, edits: new Map(answers.edits).set(action.key, action.value), resolvedIssues: resolveIssue(answers, action) }
    // What became of an upload counts only while its file still stands in the field.
    case 'settle':
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
