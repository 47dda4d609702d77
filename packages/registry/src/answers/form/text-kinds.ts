import type { JsonObject } from '@pf/core'
import { type CompiledPattern, compilePattern } from '@pf/core/internal'
import { type FieldFault, type FieldKind, type FormField, rulesOf } from './form-field.ts'

/** Maximum length of a text that is tested against a pattern. Together with the limit on the patterns of a form, it bounds the cost of checking one answer. */
const maxTested = 2_000

interface TextForm {
  maxCharacters: number
  /** True if the text may have more than one line. */
  lines?: true
  fault?(text: string): string | undefined
  schema?: JsonObject
}

/** Creates the rules for fields with text answers. */
export function textKind({ maxCharacters, lines, fault, schema }: TextForm, more: Partial<FieldKind> = {}): FieldKind {
  const bounds = (field: FormField, pattern = patternOf(field)) => {
    const { minLength = 0, maxLength = maxCharacters } = rulesOf(field)
    return { min: minLength, max: Math.min(maxLength, maxCharacters, pattern?.ok ? maxTested : maxCharacters) }
  }
  return {
    rules: ['minLength', 'maxLength', 'pattern', 'message'],
    text: true,
    default: 'unfinished',
    audit: (field) => patternFault(field) ?? lengthFault(bounds(field)),
    fault(value, field) {
      if (typeof value !== 'string') return { expected: 'text' }
      const pattern = patternOf(field)
      const { min, max } = bounds(field, pattern)
      if (value.length > max * 2) return { expected: `at most ${max} characters` }
      const length = [...value].length
      if (length > max) return { expected: `at most ${max} characters` }
      if (length < min) return { expected: `at least ${min} characters` }
      if (!value.isWellFormed() || (lines ? control : lineControl).test(value))
        return { expected: lines ? 'text without control characters' : 'one line of text' }
      const expected = fault?.(value)
      if (expected !== undefined) return { expected }
      return pattern?.ok && !pattern.matches(value) ? { expected: `text that matches ${shown(rulesOf(field).pattern ?? '')}` } : undefined
    },
    schema(field) {
      const { min, max } = bounds(field)
      return { type: 'string', ...schema, ...(min > 0 ? { minLength: min } : {}), maxLength: max }
    },
    ...more,
  }
}

const shown = (pattern: string) => (pattern.length > 60 ? 'the pattern' : pattern)

// Line breaks and tabs are allowed in longer texts. Other control characters are not, and databases refuse NUL.
const control = /(?![\t\n\r])\p{Cc}/u
const lineControl = /(?!\t)\p{Cc}/u

/** Returns the compiled pattern of a field; undefined if it has none. */
export function patternOf(field: FormField): CompiledPattern | undefined {
  const { pattern } = rulesOf(field)
  return pattern === undefined ? undefined : compilePattern(pattern)
}

function patternFault(field: FormField): FieldFault | undefined {
  const pattern = patternOf(field)
  if (!pattern || pattern.ok) return undefined
  return {
    at: '/validation/pattern',
    expected: `a simpler pattern: ${pattern.reason} (at ${pattern.at})`,
    suggestion: 'Omit it, or use only letters, classes, groups, | and counts.',
  }
}

const lengthFault = ({ min, max }: { min: number; max: number }): FieldFault | undefined =>
  min > max ? { at: '/validation/minLength', expected: `at most ${max}, the maximum length of an answer` } : undefined
