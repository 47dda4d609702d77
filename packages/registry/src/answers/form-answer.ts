import { formatPointer, type JsonObject, type JsonSchema, type JsonValue, type ValidationIssue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { received } from '../checks/issues.ts'
import { nearest } from '../checks/nearest.ts'
import type { AnswerRules, CheckedAnswer } from '../contracts/answer-rules.ts'
import type { FormProps } from '../generated/props.ts'
import { auditForm } from './form/audit-form.ts'
import { kindOf } from './form/field-kinds.ts'
import { type FieldFault, type FormField, optionValues, rulesOf } from './form/form-field.ts'
import { secretMask } from './secret-mask.ts'

const fieldsOf = (props: JsonObject): FormProps['fields'] => (props as unknown as FormProps).fields

/** Answers to forms, with one property for each answered field. */
export const formAnswer: AnswerRules = {
  audit: (props) => auditForm(fieldsOf(props)),
  check: (props, answer) => checkForm(fieldsOf(props), answer),
  schema: (props) => formSchema(fieldsOf(props)),
  secrets: (props) => secretNames(fieldsOf(props)),
  mask: (props, answer) => maskForm(fieldsOf(props), answer),
}

function checkForm(fields: readonly FormField[], answer: unknown): CheckedAnswer {
  if (!isRecord(answer))
    return { ok: false, issues: [{ code: 'schema_invalid', pointer: '', expected: 'an object with the fields as keys', received: received(answer) }] }
  const issues = strayFields(fields, answer)
  const result: JsonObject = Object.create(null) as JsonObject
  for (const field of fields) {
    const value = Object.hasOwn(answer, field.name) ? answer[field.name] : undefined
    const fault = fieldFault(field, value)
    if (fault) issues.push(issueOf(fault, field, value))
    else if (value !== undefined) result[field.name] = value as JsonValue
  }
  return issues.length > 0 ? { ok: false, issues } : { ok: true, result }
}

function strayFields(fields: readonly FormField[], answer: Readonly<Record<string, unknown>>): ValidationIssue[] {
  const names = new Set(fields.map(({ name }) => name))
  return Object.keys(answer)
    .filter((key) => !names.has(key))
    .slice(0, 20)
    .map((key) => {
      const close = nearest(key, [...names])
      return {
        code: 'schema_invalid',
        pointer: formatPointer([key.slice(0, 64)]),
        expected: 'a field of this form',
        ...(close === undefined ? {} : { suggestion: `Did you mean ${close}?` }),
      }
    })
}

/** A disabled field cannot be filled in, so it needs no answer. */
function fieldFault(field: FormField, value: unknown): FieldFault | undefined {
  if (field.disabled) return value === undefined || isSame(value, field.default) ? undefined : { expected: 'no value: this field is disabled' }
  const kind = kindOf(field)
  const empty =
    value === undefined || (kind.text && value === '' && !optionValues(field).includes('')) || (Array.isArray(value) && value.length === 0 && kind.options)
  if (empty) return field.required ? { expected: 'a value (required)' } : undefined
  return kind.fault(value, field)
}

const isSame = (one: unknown, other: unknown) => other !== undefined && JSON.stringify(one) === JSON.stringify(other)

function issueOf({ at = '', expected }: FieldFault, field: FormField, value: unknown): ValidationIssue {
  const { message } = rulesOf(field)
  const part = at === '' ? value : isRecord(value) || Array.isArray(value) ? (value as Record<string, unknown>)[at.slice(1)] : undefined
  return {
    code: 'schema_invalid',
    pointer: formatPointer([field.name]) + at,
    ...(expected === undefined ? {} : { expected }),
    received: kindOf(field).secret && value !== undefined ? typeof value : received(part),
    ...(message === undefined ? {} : { suggestion: message }),
  }
}

function formSchema(fields: readonly FormField[]): JsonSchema {
  const asked = fields.filter(({ disabled }) => !disabled)
  const required = asked.filter((field) => field.required).map(({ name }) => name)
  return {
    type: 'object',
    additionalProperties: false,
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(asked.map((field) => [field.name, fieldSchema(field)])),
  }
}

function fieldSchema(field: FormField): JsonObject {
  const { label, helpText, required, type } = field
  const kind = kindOf(field)
  const schema = kind.schema(field)
  const least = required && kind.text && !kind.options && schema.minLength === undefined ? { minLength: 1 } : {}
  return { ...(label ? { title: label } : {}), ...(helpText ? { description: helpText } : {}), ...schema, ...least, 'x-field': type }
}

const secretNames = (fields: readonly FormField[]) => fields.filter((field) => kindOf(field).secret).map(({ name }) => name)

/** A refused answer may contain a secret under an unknown name. If the form has secret fields, only known fields are shown. */
function maskForm(fields: readonly FormField[], answer: unknown): unknown {
  const open = new Set(fields.filter((field) => !kindOf(field).secret).map(({ name }) => name))
  if (open.size === fields.length) return answer
  if (!isRecord(answer)) return secretMask
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, open.has(name) ? value : secretMask]))
}
