import type { JsonObject, ValidationIssue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { received } from '../checks/issues.ts'
import type { AnswerRules } from '../contracts/answer-rules.ts'
import type { SelectOptionProps } from '../generated/props.ts'
import { onlyKey } from './only-key.ts'

const read = (props: JsonObject) => props as unknown as SelectOptionProps

/** Returns the values that can be chosen, and the minimum and maximum number of choices. */
function choice({ options, multiple, minSelections = 1, maxSelections }: SelectOptionProps) {
  const values = options.filter(({ disabled }) => !disabled).map(({ value }) => value)
  return { values, min: minSelections, max: multiple ? (maxSelections ?? values.length) : 1 }
}

/** Answers to a choice: {selected: [value]}, also for a single choice. */
export const selectOptionAnswer: AnswerRules = {
  audit: (props) => audit(read(props)),
  check(props, answer) {
    const fault = onlyKey(answer, 'selected')
    if (fault || !isRecord(answer)) return { ok: false, issues: fault ?? [] }
    const { selected } = answer
    const issues = selectionIssues(read(props), selected)
    return issues.length > 0 ? { ok: false, issues } : { ok: true, result: { selected: [...(selected as string[])] } }
  },
  schema(props) {
    const { values, min, max } = choice(read(props))
    const selected = { type: 'array', uniqueItems: true, ...(min > 0 ? { minItems: min } : {}), maxItems: max, items: { type: 'string', enum: values } }
    return { type: 'object', additionalProperties: false, required: ['selected'], properties: { selected } }
  },
}

function selectionIssues(props: SelectOptionProps, selected: unknown): ValidationIssue[] {
  const at = (pointer: string, expected: string, found: unknown): ValidationIssue => ({
    code: 'schema_invalid',
    pointer: `/selected${pointer}`,
    expected,
    received: received(found),
  })
  if (!Array.isArray(selected)) return [at('', 'a list of values', selected)]
  const { values, min, max } = choice(props)
  const known = new Set(values)
  const wrong = selected.flatMap((value, index) => {
    if (!known.has(value)) return [at(`/${index}`, values.length > 12 ? `one of the ${values.length} options` : `one of ${values.join(', ')}`, value)]
    return selected.indexOf(value) < index ? [at(`/${index}`, 'each option at most once', value)] : []
  })
  if (wrong.length > 0) return wrong.slice(0, 20)
  if (selected.length < min) return [at('', `at least ${min}`, selected)]
  return selected.length > max ? [at('', `at most ${max}`, selected)] : []
}

function audit(props: SelectOptionProps): ValidationIssue[] {
  const { options, multiple, maxSelections } = props
  const { values, min, max } = choice(props)
  const issue = (pointer: string, expected: string, suggestion?: string): ValidationIssue => ({
    code: 'schema_invalid',
    pointer,
    expected,
    ...(suggestion ? { suggestion } : {}),
  })
  const all = options.map(({ value }) => value)
  const issues = all.flatMap((value, index) => (all.indexOf(value) < index ? [issue(`/options/${index}/value`, 'a value that no other option has')] : []))
  if (values.length === 0) issues.push(issue('/options', 'an option that is not disabled'))
  if (!multiple && (maxSelections ?? 1) > 1) issues.push(issue('/maxSelections', '1 without multiple', 'Set multiple.'))
  if (min > max) issues.push(issue('/minSelections', `at most ${max}`, multiple ? undefined : 'Set multiple.'))
  else if (min > values.length) issues.push(issue('/minSelections', `at most ${values.length}, the number of options that can be chosen`))
  return issues
}
