import type { JsonObject, ValidationIssue } from '@pf/core'
import type { FormProps } from '../../generated/props.ts'

/** One input field in the props of a form. */
export type FormField = FormProps['fields'][number]
export type FieldType = FormField['type']
export type FieldRules = NonNullable<FormField['validation']>

/** A fault in a value. `at` is the pointer from the field to the fault. */
export type FieldFault = Pick<ValidationIssue, 'expected' | 'suggestion'> & { at?: string }

/** The rules for the answers to one type of field. */
export interface FieldKind {
  /** Keys of `validation` that apply to this type. */
  rules: readonly (keyof FieldRules)[]
  /** True if the answer is chosen from a list of options. */
  options?: true
  /** True if "" means that there is no answer. */
  text?: true
  /** True if only the tool may receive the answer. */
  secret?: true
  /** The defaults that are accepted: any valid answer, an unfinished text, or none. */
  default: 'any' | 'unfinished' | 'none'
  /** Returns the fault that prevents a field of this type from being answered. */
  audit?(field: FormField): FieldFault | undefined
  fault(value: unknown, field: FormField): FieldFault | undefined
  schema(field: FormField): JsonObject
}

/** Returns the values of the options of a field, in order. */
export const optionValues = ({ options = [] }: FormField): string[] => options.map((option) => (typeof option === 'string' ? option : option.value))

/** Returns the validation rules of a field, or no rules. */
export const rulesOf = ({ validation = {} }: FormField): FieldRules => validation

/** Returns a bound that is a number, otherwise undefined. */
export const numberAt = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
