import type { Span } from './figure.ts'

const months = [
  'january jan januar janvier janv enero ene gennaio gen janeiro januari',
  'february feb februar février févr fev fevrier febrero febbraio fevereiro februari',
  'march mar märz maerz mars marzo março marco maart',
  'april apr avril avr abril abr aprile',
  'may mai mayo maggio maio mei',
  'june jun juni juin junio giugno junho',
  'july jul juli juillet juil julio luglio julho',
  'august aug août aout agosto ago augustus',
  'september sep sept septembre septiembre settembre setembro',
  'october oct oktober okt octobre octubre ottobre outubro',
  'november nov novembre noviembre novembro',
  'december dec dezember dez décembre dec diciembre dic dicembre dezembro',
].map((names) => names.split(' '))
const monthOf = new Map(months.flatMap((names, index) => names.map((name) => [name, index + 1] as const)))

/** A date in a text, with the keys of the dates that it can mean. */
export interface DateSpan extends Span {
  keys: string[]
}

const pad = (value: number): string => String(value).padStart(2, '0')

function key(year: string | undefined, month: number, day?: number): string | undefined {
  if (month < 1 || month > 12 || (day !== undefined && (day < 1 || day > 31))) return undefined
  return `${year ?? '-'}-${pad(month)}${day === undefined ? '' : `-${pad(day)}`}`
}

const isYear = (year: string | undefined): boolean => year === undefined || (Number(year) >= 1000 && Number(year) < 3000)

function named(name: string | undefined, { year, day }: { year: string | undefined; day?: string | undefined }): (string | undefined)[] {
  const month = monthOf.get((name ?? '').toLowerCase())
  if (month === undefined || !isYear(year) || (year === undefined && day === undefined) || name === 'may') return []
  return [key(year, month, day === undefined ? undefined : Number(day))]
}

type Groups = (string | undefined)[]

/** Patterns of dates, and the keys of a match. The first pattern that matches at a location counts. */
const patterns: [RegExp, (groups: Groups) => (string | undefined)[]][] = [
  [/(?<![\w.-])(\d{4})-(\d{2})-(\d{2})(?:T[\d:.]{4,15}(?:Z|[+-]\d\d:?\d\d)?)?(?![\w-])/g, ([year, month, day]) => [key(year, Number(month), Number(day))]],
  [/(?<![\w./])(\d{4})[/.](\d{1,2})[/.](\d{1,2})(?![\w/])/g, ([year, month, day]) => [key(year, Number(month), Number(day))]],
  [/(?<![\w./])(\d{1,2})[/.](\d{1,2})[/.](\d{4})(?![\w/])/g, ([one, two, year]) => [key(year, Number(two), Number(one)), key(year, Number(one), Number(two))]],
  [
    /(?<![\w.])(\d{4})[年년][ \u00a0]?(?:(\d{1,2})[月월][ \u00a0]?(?:(\d{1,2})[日일])?)?/g,
    ([year, month, day]) => [month === undefined ? year : key(year, Number(month), day === undefined ? undefined : Number(day))],
  ],
  [/(?<![\w.])(\d{1,2})[月월][ \u00a0]?(\d{1,2})[日일]/g, ([month, day]) => [key(undefined, Number(month), Number(day))]],
  [/(?<!\p{L})(\p{L}{3,12})\.?[ \u00a0](\d{1,2})(?:st|nd|rd|th)?,[ \u00a0](\d{4})(?![\d.,]*\d)/gu, ([name, day, year]) => named(name, { year, day })],
  [
    /(?<![\w.,])(\d{1,2})(?:st|nd|rd|th|er|º|\.)?[ \u00a0-](?:of |de )?(\p{L}{3,12})(?!\p{L})\.?(?:,?[ \u00a0-](?:de )?(\d{4})(?![\d.,]*\d))?/gu,
    ([day, name, year]) => named(name, { year, day }),
  ],
  [
    /(?<!\p{L})(\p{L}{3,12})\.?[ \u00a0](\d{1,2})(?:st|nd|rd|th)?(?![\d\p{L}]|[.,:/%]\d|[ \u00a0]?%)(?:,?[ \u00a0](\d{4})(?![\d.,]*\d))?/gu,
    ([name, day, year]) => named(name, { year, day }),
  ],
  [/(?<!\p{L})(\p{L}{3,12})\.?,?[ \u00a0](?:de )?(\d{4})(?![\d\p{L}]|[.,]\d)/gu, ([name, year]) => named(name, { year })],
  [/(?<![\w.-])(\d{4})-(0[1-9]|1[0-2])(?![\w-])/g, ([year, month]) => (isYear(year) ? [key(year, Number(month))] : [])],
]

/** Finds the dates of a text with plain digits, in the order of the text. `taken` marks the locations that are not searched; found dates are marked. */
export function findDates(text: string, taken: Uint8Array): DateSpan[] {
  const found: DateSpan[] = []
  for (const [pattern, keysOf] of patterns) {
    for (const match of text.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length]
      if (taken[start] || taken[end - 1]) continue
      const keys = keysOf(match.slice(1)).filter((each) => each !== undefined)
      if (keys.length === 0) continue
      taken.fill(1, start, end)
      found.push({ start, end, keys: [...new Set(keys)] })
    }
  }
  return found.sort((one, other) => one.start - other.start)
}

const iso = /^(\d{4})-(\d{2})(?:-(\d{2}))?(?:$|[T ])/

/** Returns the key of a date as results contain it (ISO 8601); undefined for other texts. */
export function isoKey(text: string): string | undefined {
  if (text.length < 7 || text.length > 35 || text.charCodeAt(4) !== 45) return undefined
  const [, year, month, day] = iso.exec(text) ?? []
  return year === undefined ? undefined : key(year, Number(month), day === undefined ? undefined : Number(day))
}
