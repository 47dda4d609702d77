import type { FormatOptions } from '../../format/value-formatter.ts'
import { plainText } from '../../text/plain-text.ts'
import type { FieldType } from './field-model.ts'
import { safeLocale } from './safe-locale.ts'

const styles: Partial<Record<FieldType, Intl.DateTimeFormatOptions>> = {
  date: { dateStyle: 'medium' },
  datetime: { dateStyle: 'medium', timeStyle: 'short' },
  time: { timeStyle: 'short' },
}

/** A date, time or both as the reader writes it. They have no zone: the clock that was answered is the clock that is shown. */
export function momentText(type: FieldType, text: string | undefined, { locale }: FormatOptions): string {
  const whole = type === 'time' ? `1970-01-01T${text}Z` : type === 'date' ? `${text}T00:00Z` : `${text}Z`
  const at = Date.parse(whole)
  const style = styles[type]
  if (Number.isNaN(at) || !style) return plainText(text ?? '', 40)
  return new Intl.DateTimeFormat(safeLocale(locale), { ...style, timeZone: 'UTC' }).format(at)
}
