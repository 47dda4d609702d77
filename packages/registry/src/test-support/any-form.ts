import type { JsonValue } from '@pf/core'
import fc from 'fast-check'
import type { FormProps } from '../generated/props.ts'

type Field = FormProps['fields'][number]

/** A field, valid answers to it, and faulty answers with the pointer inside the answer at which each fault is reported. */
export interface FieldCase {
  field: Field
  good: JsonValue
  faults: readonly { value: JsonValue | undefined; at?: string }[]
}

const wrongType = (...values: JsonValue[]) => values.map((value) => ({ value }))
const notText = wrongType(7, true, ['x'], { a: 1 }, null)
const make = (type: Field['type'], more: Partial<Field> = {}): Omit<Field, 'name'> => ({ type, ...more })
type Case = { field: Omit<Field, 'name'>; good: JsonValue; faults: FieldCase['faults'] }

const word = fc.array(fc.constantFrom(...'abcdefghij'), { minLength: 3, maxLength: 8 }).map((letters) => letters.join(''))
const pad = (value: number, length = 2) => String(value).padStart(length, '0')
const date = fc
  .tuple(fc.integer({ min: 1900, max: 2100 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([y, m, d]) => `${y}-${pad(m)}-${pad(d)}`)
const time = fc.tuple(fc.nat(23), fc.nat(59)).map(([h, m]) => `${pad(h)}:${pad(m)}`)

const text = (type: 'text' | 'textarea' | 'password') =>
  word.map(
    (good): Case => ({
      field: make(type, { validation: { minLength: 3, maxLength: 8, pattern: '^[a-j]+$', message: 'Letters a to j.' } }),
      good,
      faults: [
        ...notText,
        { value: 'ab' },
        { value: 'abcdefghi' },
        { value: `${good.slice(0, 7)}z` },
        { value: `${good.slice(0, 6)}\u0000` },
        { value: 'abc\ud83d' },
      ],
    }),
  )

const number = (type: 'number' | 'range') =>
  fc
    .tuple(fc.integer({ min: -50, max: 50 }), fc.constantFrom(0.1, 0.25, 1, 5), fc.nat(20), fc.integer({ min: 0, max: 20 }))
    .map(([min, step, steps, at]): Case => {
      const max = min + steps * step
      return {
        field: make(type, { validation: { min, max, step } }),
        good: min + Math.min(at, steps) * step,
        faults: [...wrongType('1', true, [1], {}, null), { value: min - step }, { value: max + step * 2 }, { value: min + step * 0.5 }],
      }
    })

const options = fc.uniqueArray(word, { minLength: 2, maxLength: 5 })
const written = (values: readonly string[], labelled: boolean) => values.map((value) => (labelled ? { value, label: `Label ${value}` } : value))

const choice = (type: 'select' | 'radio') =>
  fc.tuple(options, fc.nat(), fc.boolean()).map(
    ([values, at, labelled]): Case => ({
      field: make(type, { options: written(values, labelled) }),
      good: values[at % values.length] ?? '',
      faults: [...notText, { value: `${values[0]}!` }, { value: 'Label' }],
    }),
  )

const choices = fc.tuple(options, fc.boolean()).chain(([values, labelled]) =>
  fc.shuffledSubarray(values, { minLength: 1 }).map((good): Case => {
    const repeated = [...good, good[0] ?? '']
    return {
      field: make('multiselect', { options: written(values, labelled), validation: { min: 1, max: values.length } }),
      good,
      faults: [
        ...wrongType('x', 7, {}, null),
        { value: repeated, at: `/${good.length}` },
        { value: [...good.slice(1), 'other!'], at: `/${good.length - 1}` },
        { value: [7], at: '/0' },
      ],
    }
  }),
)

const moment = (type: 'date' | 'time' | 'datetime', value: fc.Arbitrary<string>, faults: readonly string[]) =>
  fc.tuple(value, value, value).map((three): Case => {
    const [min = '', good = '', max = ''] = three.toSorted()
    return { field: make(type, { validation: { min, max } }), good, faults: [...notText, ...faults.map((fault) => ({ value: fault }))] }
  })

const badTimes = ['24:00', '12:60', '1:00', '12:00:61', 'noon', '12:00Z']
const badDates = ['2025-02-30', '2023-02-29', '1900-02-29', '2025-13-01', '2025-00-10', '2025-04-31', '25-01-01', '01.02.2025', '0000-01-01']

const file = fc.tuple(word, fc.integer({ min: 0, max: 5000 })).map(([name, bytes]): Case => {
  const good = { artifact_id: `a-${name}`, name: `${name}.csv`, media_type: 'text/csv', bytes }
  const part = (key: string, value: JsonValue) => ({ value: { ...good, [key]: value }, at: `/${key}` })
  const { bytes: _, ...withoutBytes } = good
  return {
    field: make('file', { validation: { accept: ['.csv', 'image/*'], maxBytes: 5000 } }),
    good,
    faults: [
      ...wrongType('x', 7, [], null),
      part('bytes', 5001),
      part('bytes', -1),
      part('bytes', 1.5),
      part('artifact_id', ''),
      part('name', '../x.csv'),
      part('media_type', 'csv'),
      { value: { ...good, name: 'x.exe', media_type: 'application/x-msdownload' }, at: '/media_type' },
      { value: withoutBytes, at: '/bytes' },
      { value: { ...good, url: 'https://evil.example' } },
    ],
  }
})

const cases: Readonly<Record<Field['type'], fc.Arbitrary<Case>>> = {
  text: text('text'),
  textarea: text('textarea'),
  password: text('password'),
  email: word.map((name) => ({
    field: make('email'),
    good: `${name}@mail.example.org`,
    faults: [...notText, { value: name }, { value: `${name}@` }, { value: `a b@${name}.org` }, { value: `@${name}` }],
  })),
  url: word.map((name) => ({
    field: make('url'),
    good: `https://${name}.example/a?b#c`,
    faults: [...notText, { value: name }, { value: 'javascript:alert(1)' }, { value: 'https://a b' }, { value: 'data:text/html,x' }],
  })),
  tel: fc
    .constantFrom('+49 (0)30 123-456', '030/1234', '555 0100 ext. 7')
    .map((good) => ({ field: make('tel'), good, faults: [...notText, { value: 'call me' }, { value: '1'.repeat(51) }] })),
  color: fc.nat(0xffffff).map((value) => ({
    field: make('color'),
    good: `#${value.toString(16).padStart(6, '0')}`,
    faults: [...notText, { value: 'red' }, { value: '#fff' }, { value: '#12345g' }],
  })),
  number: number('number'),
  range: number('range'),
  select: choice('select'),
  radio: choice('radio'),
  multiselect: choices,
  checkbox: fc.constant({ field: make('checkbox'), good: true, faults: wrongType('true', 1, [], null) }),
  switch: fc.boolean().map((good) => ({ field: make('switch'), good, faults: wrongType('true', 0, {}, null) })),
  date: moment('date', date, [...badDates, '1899-12-31', '2101-01-01']),
  time: moment('time', time, badTimes),
  datetime: moment(
    'datetime',
    fc.tuple(date, time).map(([day, clock]) => `${day}T${clock}`),
    [...badDates.map((day) => `${day}T10:00`), ...badTimes.map((clock) => `2000-01-01T${clock}`), '2000-01-01', '2000-01-01 10:00', '2000-01-01T10:00Z'],
  ),
  file,
}

/** A form with one field for each of several types, with valid and invalid answers for each. */
export const anyForm: fc.Arbitrary<FieldCase[]> = fc
  .shuffledSubarray(Object.keys(cases) as Field['type'][], { minLength: 1, maxLength: 6 })
  .chain((types) => fc.tuple(...types.map((type) => fc.tuple(cases[type], fc.boolean()))))
  .map((found) =>
    found.map(
      ([{ field, good, faults }, required], index): FieldCase => ({
        field: { name: `f${index}_${field.type}`, ...field, ...(required ? { required } : {}) },
        good,
        faults: [...faults, ...(required ? [{ value: undefined }, ...(field.type === 'checkbox' ? [{ value: false }] : [])] : [])],
      }),
    ),
  )
