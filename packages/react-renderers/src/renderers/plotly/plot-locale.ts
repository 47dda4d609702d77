import { plotlyToolMessages } from '../../messages/plotly-tools.ts'

const NAME = 'pf'
const months = Array.from({ length: 12 }, (_, month) => Date.UTC(2001, month, 1))
/** Seven days, starting with a Sunday. */
const days = Array.from({ length: 7 }, (_, day) => Date.UTC(2001, 3, 1 + day))

/** The locale settings of Plotly: the messages of the page, and number and date formats for a BCP 47 tag. */
export function plotLocale(messages: typeof plotlyToolMessages, locale: string | undefined): Record<string, unknown> {
  const dictionary = Object.fromEntries(Object.entries(plotlyToolMessages).map(([key, own]) => [own, messages[key as keyof typeof plotlyToolMessages]]))
  return { locale: NAME, locales: { [NAME]: { dictionary, format: formatOf(locale) } } }
}

function formatOf(locale: string | undefined): Record<string, unknown> {
  const named = (dates: readonly number[], options: Intl.DateTimeFormatOptions) => {
    const { format } = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
    return dates.map((date) => format(date))
  }
  // Plotly always uses Latin digits.
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn', useGrouping: true }).formatToParts(-1_234_567.5)
  const part = (type: 'decimal' | 'group') => parts.find((one) => one.type === type)?.value
  return {
    months: named(months, { month: 'long' }),
    shortMonths: named(months, { month: 'short' }),
    days: named(days, { weekday: 'long' }),
    shortDays: named(days, { weekday: 'short' }),
    decimal: part('decimal') ?? '.',
    thousands: part('group') ?? '',
  }
}
