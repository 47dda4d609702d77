import { choiceKind, choicesKind, switchKind, tickKind } from './choice-kinds.ts'
import { fileKind } from './file-kind.ts'
import type { FieldKind, FieldType } from './form-field.ts'
import { dateKind, dateTimeKind, timeKind } from './moment-kinds.ts'
import { numberKind } from './number-kinds.ts'
import { colorFault, emailFault, telFault, webFault } from './text-forms.ts'
import { textKind } from './text-kinds.ts'

/** What is known of each type of field. */
export const fieldKinds = {
  text: textKind({ maxCharacters: 10_000 }),
  textarea: textKind({ maxCharacters: 100_000, lines: true }),
  password: textKind({ maxCharacters: 1000, schema: { format: 'password', writeOnly: true } }, { secret: true, default: 'none' }),
  email: textKind({ maxCharacters: 254, fault: emailFault, schema: { format: 'email' } }),
  url: textKind({ maxCharacters: 2048, fault: webFault, schema: { format: 'uri' } }),
  tel: textKind({ maxCharacters: 50, fault: telFault }),
  color: textKind({ maxCharacters: 7, fault: colorFault, schema: { pattern: '^#[0-9A-Fa-f]{6}$' } }, { rules: ['message'], default: 'any' }),
  number: numberKind,
  range: numberKind,
  select: choiceKind,
  radio: choiceKind,
  multiselect: choicesKind,
  checkbox: tickKind,
  switch: switchKind,
  date: dateKind,
  datetime: dateTimeKind,
  time: timeKind,
  file: fileKind,
} as const satisfies Record<FieldType, FieldKind>

/** The kind of a field of checked props. */
export const kindOf = ({ type }: { type: FieldType }): FieldKind => fieldKinds[type]
