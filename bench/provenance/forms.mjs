// Ways in which a number is written. Each gives the text and the value that a reader takes from it. Uses Intl, not the code that is measured.
const formats = new Map()
function intl(locale, options) {
  const key = locale + JSON.stringify(options)
  if (!formats.has(key)) formats.set(key, new Intl.NumberFormat(locale, options))
  return formats.get(key)
}

const roundTo = (value, digits) => Math.round((value + Number.EPSILON) * 10 ** digits) / 10 ** digits
const fixed = (locale, digits) => (value) => intl(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value)

/** Factors of conversions that are exact enough for one more rounding. */
const conversions = {
  g: { unit: 'kg', factor: 0.001, digits: 2 },
  lb: { unit: 'kg', factor: 0.45359237, digits: 0 },
  mm: { unit: 'cm', factor: 0.1, digits: 1 },
  '°C': { unit: '°F', factor: 1.8, offset: 32, digits: 0 },
  'm/s': { unit: 'km/h', factor: 3.6, digits: 0 },
}

/** Units in other languages than English. */
const unitNames = { de: { years: 'Jahre' }, fr: { years: 'ans' }, es: { years: 'años' }, ja: { years: '歳' } }

/**
 * Returns the forms of a measure in a language: `write` gives the text of a value, `shown` the value that the text says in the unit of the
 * results, and `half` by how much a correctly rounded value can differ from it.
 */
export function formsOf({ unit, digits, large, thousands }, locale) {
  const named = unit === undefined ? '' : unit === '%' ? ' %' : ` ${unitNames[locale]?.[unit] ?? unit}`
  const form = (write, ulp) => ({ write, shown: (value) => Math.round(value / ulp) * ulp, half: ulp / 2, ulp })
  const forms = [form((value) => `${fixed(locale, digits)(value)}${named}`, 10 ** -digits)]
  if (digits > 0) forms.push(form((value) => `${fixed(locale, digits - 1)(value)}${named}`, 10 ** (1 - digits)))
  if (locale === 'en')
    forms.push(form((value) => `${roundTo(value, digits).toFixed(digits)}${unit === '%' ? '%' : unit === 'mm' ? 'mm' : named}`, 10 ** -digits))
  if (locale === 'fr' || locale === 'de') forms.push(form((value) => `${fixed(locale, digits)(value).replaceAll('\u202f', ' ')}${named}`, 10 ** -digits))
  if (thousands) forms.push(form((value) => fixed(locale, 0)(value * 1000), 1))
  if (thousands && locale === 'en') forms.push(form((value) => `${(value / 1000).toFixed(2)} million`, 10))
  if (large) forms.push(...largeForms(form, locale))
  const conversion = conversions[unit]
  if (conversion) {
    const { factor, offset = 0 } = conversion
    forms.push(form((value) => `${fixed(locale, conversion.digits)(value * factor + offset)} ${conversion.unit}`, 10 ** -conversion.digits / factor))
  }
  return forms
}

function largeForms(form, locale) {
  const million = { en: 'million', de: 'Millionen', fr: 'millions', es: 'millones' }[locale]
  if (locale === 'ja') return [form((value) => `${fixed('ja', 0)(value / 1e4)}万人`, 1e4), form((value) => `${(value / 1e8).toFixed(2)}億人`, 1e6)]
  return [
    form((value) => `${fixed(locale, 1)(value / 1e6)} ${million}`, 1e5),
    form((value) => `${fixed(locale, 2)(value / 1e6)} ${million}`, 1e4),
    ...(locale === 'en'
      ? [form((value) => `${(value / 1e6).toFixed(1)}M`, 1e5), form((value) => `about ${(Math.round(value / 1e6) * 1e6).toLocaleString('en')}`, 1e6)]
      : []),
  ]
}

const dates = {
  en: { day: 'numeric', month: 'long', year: 'numeric' },
  de: { day: 'numeric', month: 'long', year: 'numeric' },
  fr: { day: 'numeric', month: 'long', year: 'numeric' },
  es: { day: 'numeric', month: 'long', year: 'numeric' },
  ja: { day: 'numeric', month: 'long', year: 'numeric' },
}

/** Writes the name of a row: a date in words of the language, or as it is. */
export function nameText(name, locale, isDate, random) {
  if (!isDate) return String(name)
  if (random() < 0.3) return String(name)
  const tag = locale === 'en' && random() < 0.5 ? 'en-GB' : locale
  return new Intl.DateTimeFormat(tag, { ...dates[locale], timeZone: 'UTC' }).format(Date.parse(name))
}
