/** A unit as a linear function of the base unit of its dimension: base = value × factor + offset. */
export interface Unit {
  dimension: string
  factor: number
  offset?: number
}

const of = (dimension: string, factors: Record<string, number>): [string, Unit][] =>
  Object.entries(factors).flatMap(([names, factor]) => names.split(' ').map((name): [string, Unit] => [name, { dimension, factor }]))

/** Units by the names that stand behind a number. Names are compared in lower case, except for those in `exact`. */
const table = new Map<string, Unit[]>()
for (const [name, unit] of [
  ...of('mass', {
    'g gram grams gramm grammes': 0.001,
    mg: 1e-6,
    'kg kilogram kilograms kilo kilos': 1,
    't ton tons tonne tonnes tonnen': 1000,
    'lb lbs pound pounds': 0.45359237,
    'oz ounce ounces': 0.028349523,
  }),
  ...of('length', {
    'mm millimetre millimetres millimeter millimeters': 0.001,
    'cm centimetre centimetres centimeter centimeters': 0.01,
    'm metre metres meter meters': 1,
    'km kilometre kilometres kilometer kilometers': 1000,
    'inch inches': 0.0254,
    'ft foot feet': 0.3048,
    'mi mile miles': 1609.344,
    'yd yard yards': 0.9144,
  }),
  ...of('speed', { 'm/s': 1, 'km/h kmh kph': 1 / 3.6, mph: 0.44704, 'kn knot knots': 0.514444 }),
  ...of('time', {
    's sec secs second seconds sekunden': 1,
    'min mins minute minutes minuten': 60,
    'h hr hrs hour hours stunden': 3600,
    'ms millisecond milliseconds': 0.001,
  }),
  ...of('power', { 'w watt watts': 1, kw: 1000, mw: 1e6, gw: 1e9, 'hp horsepower': 745.7, ps: 735.5 }),
  ...of('energy', { kwh: 1, mwh: 1000, gwh: 1e6, twh: 1e9 }),
  ...of('volume', { ml: 0.001, 'l litre litres liter liters': 1 }),
  ...of('data', { kb: 1000, mb: 1e6, gb: 1e9, tb: 1e12 }),
  ...of('concentration', { ppm: 1, ppb: 0.001 }),
] as const)
  table.set(name, [...(table.get(name) ?? []), unit])
const celsius: Unit = { dimension: 'temperature', factor: 1 }
const fahrenheit: Unit = { dimension: 'temperature', factor: 5 / 9, offset: -160 / 9 }
for (const name of ['°c', '℃', 'celsius', '°']) table.set(name, [celsius])
for (const name of ['°f', '℉', 'fahrenheit']) table.set(name, [fahrenheit])
table.set('°', [celsius, fahrenheit])

const currencies: Record<string, string> = {
  $: 'usd',
  us$: 'usd',
  usd: 'usd',
  dollar: 'usd',
  dollars: 'usd',
  '€': 'eur',
  eur: 'eur',
  euro: 'eur',
  euros: 'eur',
  '£': 'gbp',
  gbp: 'gbp',
  '¥': 'yen',
  jpy: 'yen',
  cny: 'yen',
  yen: 'yen',
  yuan: 'yen',
  円: 'yen',
  元: 'yen',
  '₹': 'inr',
  inr: 'inr',
  '₩': 'krw',
  krw: 'krw',
  원: 'krw',
  chf: 'chf',
  r$: 'brl',
  brl: 'brl',
}
for (const [names, factor] of [
  ['% percent procent prozent percentage pct パーセント por_ciento', 1],
  ['‰ permille promille', 0.1],
  ['bps bp', 0.01],
] as const)
  for (const name of names.split(' ')) table.set(name, [{ dimension: 'percent', factor }])
for (const [name, code] of Object.entries(currencies)) table.set(name, [{ dimension: `currency-${code}`, factor: 1 }])

/** Returns the units with this name behind or before a number; undefined if it is not a unit. */
export const unitsOf = (name: string): readonly Unit[] | undefined => (/^[A-JM-VX-Z]$/.test(name) ? undefined : table.get(name.toLowerCase()))

export const isCurrency = (units: readonly Unit[] | undefined): boolean => units?.[0]?.dimension.startsWith('currency-') ?? false

const suffixes: Record<string, readonly Unit[]> = {
  c: [celsius],
  f: [fahrenheit],
  ms: [...(table.get('ms') ?? []), { dimension: 'speed', factor: 1 }],
  percent: [{ dimension: 'percent', factor: 1 }],
  pct: [{ dimension: 'percent', factor: 1 }],
  '%': [{ dimension: 'percent', factor: 1 }],
  thousands: [{ dimension: 'count', factor: 1e3 }],
  millions: [{ dimension: 'count', factor: 1e6 }],
  billions: [{ dimension: 'count', factor: 1e9 }],
}
/** Names that are too common in field names to be units there. */
const words = new Set([
  'm',
  's',
  'h',
  't',
  'l',
  'w',
  'min',
  'second',
  'seconds',
  'minute',
  'minutes',
  'hour',
  'hours',
  'foot',
  'ps',
  'kn',
  'kilo',
  'pound',
  'mi',
  'dollar',
  '$',
])

/** How many times, which is no percentage. */
export const times: readonly Unit[] = [{ dimension: 'times', factor: 1 }]

export const isTimes = (units: readonly Unit[]): boolean => units[0]?.dimension === 'times'

/** Returns the units that the name of a field ends with, such as `body_mass_g` or `Beak Length (mm)`; empty if it names none. */
export function unitsOfField(name: string): readonly Unit[] {
  if (name.length > 200) return []
  const tokens = name
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_\s().,[\]-]+/)
    .filter((token) => token !== '')
  const last = tokens.at(-1) ?? ''
  if (/^(?:count|counts|n|number|num)$/.test(last)) return [{ dimension: 'count', factor: 1 }]
  if (tokens.includes('per') || (tokens.length === 1 && last.length < 7 && last !== '%')) return []
  if ((last === 'c' || last === 'f') && !/temp|high|low|warm|heat|hott|cold|cool|deg/.test(name.toLowerCase())) return []
  return suffixes[last] ?? (words.has(last) ? [] : (table.get(last) ?? []))
}

/** Functions from a figure in its unit to the value of a field in the unit of the field. */
export type Conversion = { factor: number; offset: number }

const same: Conversion = { factor: 1, offset: 0 }

/** Returns how a figure with these units can be converted to the units of a field; empty if they cannot be the same quantity. */
export function conversions(figure: readonly Unit[], field: readonly Unit[]): readonly Conversion[] {
  if (isTimes(figure)) return field[0]?.dimension === 'percent' ? [] : conversions([], field)
  if (field.length === 0)
    return figure[0]?.dimension === 'percent'
      ? [
          { factor: figure[0].factor, offset: 0 },
          { factor: figure[0].factor / 100, offset: 0 },
        ]
      : [same]
  if (field[0]?.dimension === 'count' && (figure.length === 0 || isCurrency(figure))) return [same, { factor: 1 / field[0].factor, offset: 0 }]
  if (figure.length === 0) return [same]
  return figure.flatMap((from) =>
    field.flatMap((to) =>
      from.dimension === to.dimension ? [{ factor: from.factor / to.factor, offset: ((from.offset ?? 0) - (to.offset ?? 0)) / to.factor }] : [],
    ),
  )
}
