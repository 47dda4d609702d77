import { type Dispatch, useMemo, useReducer } from 'react'
import type { RendererInteraction } from '../../context/renderer-props.ts'
import { type AnswerAction, type Answers, answersAfter, noAnswers } from './answers.ts'
import { fieldOfIssue } from './check-answer.ts'
import { errorMessage } from './error-message.ts'
import { fieldFault } from './field-fault.ts'
import type { DrawnField } from './field-model.ts'
import { answerOf, type FieldValue, initialValue } from './field-value.ts'
import type { FormFormat } from './form-format.ts'

/** A field with what stands in it and what is wrong with that. */
export interface FieldState {
  field: DrawnField
  value: FieldValue
  /** Shown under the field. */
  fault: string | undefined
}

interface UseAnswers {
  states: readonly FieldState[]
  answers: Answers
  act: Dispatch<AnswerAction>
}

/** Values and faults of the fields of a form. Defaults that arrive later still count where nothing was changed. */
export function useAnswers(fields: readonly DrawnField[], issues: RendererInteraction['issues'], format: FormFormat): UseAnswers {
  const [answers, act] = useReducer(answersAfter, noAnswers)
  const values = useMemo(
    () => fields.map((field) => ({ field, value: answers.edits.has(field.key) ? answers.edits.get(field.key) : initialValue(field) })),
    [fields, answers.edits],
  )
  const faults = useFaults(issues, format)
  const states = useMemo(() => values.map(({ field, value }) => ({ field, value, fault: faults(field, value, answers) })), [values, answers, faults])
  return { states, answers, act }
}

type Faults = (field: DrawnField, value: FieldValue, answers: Answers) => string | undefined

/** A server's fault holds until its field is changed; own ones are shown from the first time that a field was left. */
function useFaults(issues: RendererInteraction['issues'], format: FormFormat): Faults {
  return useMemo(() => {
    const refused = new Map((issues ?? []).map((issue) => [fieldOfIssue(issue), issue]))
    const own = withMemory((field, value) => fieldFault(field, value, format))
    return (field, value, { touched, mended }) => {
      const issue = refused.get(field.name)
      if (issue && !(mended.issues === issues && mended.keys.has(field.key))) return errorMessage(issue, { field, answer: answerOf(field, value), format })
      return touched.has(field.key) ? own(field, value) : undefined
    }
  }, [issues, format])
}

/** With every key one field changes: the others are not checked again. */
function withMemory(check: (field: DrawnField, value: FieldValue) => string | undefined): typeof check {
  const known = new WeakMap<DrawnField, { value: FieldValue; fault: string | undefined }>()
  return (field, value) => {
    const before = known.get(field)
    if (before && Object.is(before.value, value)) return before.fault
    const fault = check(field, value)
    known.set(field, { value, fault })
    return fault
  }
}
