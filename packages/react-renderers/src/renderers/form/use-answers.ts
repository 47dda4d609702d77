import { type Dispatch, useMemo, useReducer } from 'react'
import type { RendererInteraction } from '../../context/renderer-props.ts'
import { type AnswerAction, type Answers, answersReducer, noAnswers } from './answers-reducer.ts'
import { fieldError, fieldOfIssue } from './check-field.ts'
import type { FormFormat } from './control-props.ts'
import { errorMessage } from './error-message.ts'
import type { FormFieldModel } from './field-model.ts'
import { answerOf, type FieldValue, initialValue } from './field-value.ts'

/** A field with its value and its error. */
export interface FieldState {
  field: FormFieldModel
  value: FieldValue
  /** Message shown below the field. */
  error: string | undefined
}

interface UseAnswers {
  states: readonly FieldState[]
  answers: Answers
  dispatch: Dispatch<AnswerAction>
}

/** Returns the values and errors of the fields of a form. Defaults that arrive later are used for fields without an edit. */
export function useAnswers(fields: readonly FormFieldModel[], issues: RendererInteraction['issues'], format: FormFormat): UseAnswers {
  const [answers, dispatch] = useReducer(answersReducer, noAnswers)
  const values = useMemo(
    () => fields.map((field) => ({ field, value: answers.edits.has(field.key) ? answers.edits.get(field.key) : initialValue(field) })),
    [fields, answers.edits],
  )
  const errors = useFieldErrors(issues, format)
  const states = useMemo(() => values.map(({ field, value }) => ({ field, value, error: errors(field, value, answers) })), [values, answers, errors])
  return { states, answers, dispatch }
}

type FieldErrors = (field: FormFieldModel, value: FieldValue, answers: Answers) => string | undefined

/** Returns a function for the error of a field. Errors of the server apply until the field is changed; local errors are shown after it lost the focus. */
function useFieldErrors(issues: RendererInteraction['issues'], format: FormFormat): FieldErrors {
  return useMemo(() => {
    const refused = new Map((issues ?? []).map((issue) => [fieldOfIssue(issue), issue]))
    const own = memoizeByField((field, value) => fieldError(field, value, format))
    return (field, value, { touched, resolvedIssues }) => {
      const issue = refused.get(field.name)
      if (issue && !(resolvedIssues.issues === issues && resolvedIssues.keys.has(field.key)))
        return errorMessage(issue, { field, answer: answerOf(field, value), format })
      return touched.has(field.key) ? own(field, value) : undefined
    }
  }, [issues, format])
}

/** Caches the error of each field, so that only the changed field is validated again. */
function memoizeByField(check: (field: FormFieldModel, value: FieldValue) => string | undefined): typeof check {
  const known = new WeakMap<FormFieldModel, { value: FieldValue; error: string | undefined }>()
  return (field, value) => {
    const before = known.get(field)
    if (before && Object.is(before.value, value)) return before.error
    const error = check(field, value)
    known.set(field, { value, error })
    return error
  }
}
