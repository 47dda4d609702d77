import type { JsonObject, ValidationIssue } from '@pf/core'
import type { FormProps } from '../../generated/props.ts'

/** One input of a form, as its props say. */
export type FormField = FormProps['fields'][number]
export type FieldType = FormField['type']
export type FieldRules = NonNullable<FormField['validation']>

/** What is wrong with a value; `at` leads from the field to the place. */
export type FieldFault = Pick<ValidationIssue, 'expected' | 'suggestion'> & { at?: string }

/** What is known of the answers to one type of field. */
export interface FieldKind {
  /** Keys of `validation` that mean something here. */
  rules: readonly (keyof FieldRules)[]
  /** Chosen from a list. */
  options?: true
  /** "" stands for no answer. */
  text?: true
  /** The answer is for the tool only. */
  secret?: true
  /** Whether a default may be given, and what is wrong with it. */
  default: 'any' | 'unfinished' | 'none'
  /** What keeps a field of this type from being answered. */
  audit?(field: FormField): FieldFault | undefined
  fault(value: unknown, field: FormField): FieldFault | undefined
  schema(field: FormField): JsonObject
}

/** Values that a field with options offers, in order. */
export const optionValues = ({ options = [] }: FormField): string[] => options.map((option) => (typeof option === 'string' ? option : option.value))

/** Rules of a field; none for one without. */
export const rulesOf = ({ validation = {} }: FormField): FieldRules => validation

/** A bound as a number; undefined where there is none. */
export const numberAt = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
