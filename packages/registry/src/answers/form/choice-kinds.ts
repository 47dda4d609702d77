import { type FieldFault, type FieldKind, type FormField, numberAt, optionValues, rulesOf } from './form-field.ts'

const titles = ({ options = [] }: FormField) => options.map((option) => (typeof option === 'string' ? option : (option.label ?? option.value)))

const oneOf = (field: FormField) => {
  const values = optionValues(field)
  return { expected: values.length > 12 ? `one of its ${values.length} options` : `one of ${values.join(', ')}` }
}

const closed = (field: FormField) => ({ type: 'string', enum: optionValues(field), 'x-labels': titles(field) })

/** A single value of a closed list: select and radio. */
export const choiceKind: FieldKind = {
  rules: ['message'],
  options: true,
  text: true,
  default: 'any',
  fault: (value, field) => (typeof value === 'string' && optionValues(field).includes(value) ? undefined : oneOf(field)),
  schema: closed,
}

const countsOf = (field: FormField) => {
  const { min, max } = rulesOf(field)
  return { min: numberAt(min) ?? 0, max: numberAt(max) ?? optionValues(field).length }
}

/** Several values of a closed list, each at most once: multiselect. */
export const choicesKind: FieldKind = {
  rules: ['min', 'max', 'message'],
  options: true,
  default: 'any',
  audit: choicesAudit,
  fault(value, field) {
    if (!Array.isArray(value)) return { expected: 'a list of options' }
    const values = new Set(optionValues(field))
    const wrong = value.findIndex((item, index) => !values.has(item) || value.indexOf(item) < index)
    if (wrong >= 0) return { at: `/${wrong}`, ...(values.has(value[wrong]) ? { expected: 'each option at most once' } : oneOf(field)) }
    const { min, max } = countsOf(field)
    if (value.length > max) return { expected: `at most ${max} options` }
    return value.length > 0 && value.length < min ? { expected: `at least ${min} options` } : undefined
  },
  schema(field) {
    const { min, max } = countsOf(field)
    const least = field.required ? Math.max(1, min) : 0
    return { type: 'array', uniqueItems: true, ...(least > 0 ? { minItems: least } : {}), maxItems: max, items: closed(field) }
  },
}

function choicesAudit(field: FormField): FieldFault | undefined {
  const { min, max } = rulesOf(field)
  for (const [key, value] of Object.entries({ min, max }))
    if (value !== undefined && !(Number.isSafeInteger(value) && Number(value) >= 0))
      return { at: `/validation/${key}`, expected: 'a number of options (an integer)' }
  const { length } = optionValues(field)
  if ((numberAt(min) ?? 0) > length) return { at: '/validation/min', expected: `at most ${length}, the number of options` }
  const counts = countsOf(field)
  return counts.max < Math.max(1, counts.min) ? { at: '/validation/max', expected: `at least ${Math.max(1, counts.min)}` } : undefined
}

/** A checkbox. A required checkbox must be checked, as in browsers. */
export const tickKind: FieldKind = {
  rules: ['message'],
  default: 'any',
  fault: (value, { required }) =>
    typeof value !== 'boolean' ? { expected: 'true or false' } : required && !value ? { expected: 'true (required)' } : undefined,
  schema: ({ required }) => (required ? { type: 'boolean', const: true } : { type: 'boolean' }),
}

/** A switch. A required switch accepts both values. */
export const switchKind: FieldKind = {
  rules: ['message'],
  default: 'any',
  fault: (value) => (typeof value === 'boolean' ? undefined : { expected: 'true or false' }),
  schema: () => ({ type: 'boolean' }),
}
