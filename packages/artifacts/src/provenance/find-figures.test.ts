import { describe, expect, it } from 'vitest'
import { findFigures } from './find-figures.ts'

/** The figures of a text as `text=value`, further readings behind `|`, and dates as their keys. */
const read = (text: string) =>
  findFigures(text).map((figure) => {
    const values = figure.readings.map(({ value }) => String(Number(value.toPrecision(12))))
    return `${figure.text}=${[...new Set(values.length > 0 ? values : figure.dates)].join('|')}`
  })

describe('figures of a text', () => {
  it.each([
    ['The mean is 17.7.', ['17.7=17.7']],
    ['1,234 and 1.234', ['1,234=1234', '1.234=1.234|1234']],
    ['1,234 und 1.234', ['1,234=1.234|1234', '1.234=1234']],
    ['1,234 is 1.5 times', ['1,234=1234', '1.5=1.5']],
    ['1.234,56 €, 1,234.56 and 12,34,567', ['1.234,56 €=1234.56', '1,234.56=1234.56', '12,34,567=1234567']],
    ['1 200 and 1\u202f200,5 and 1\u00a0200\u00a0000', ['1 200=1200', '1\u202f200,5=1200.5', '1\u00a0200\u00a0000=1200000']],
    ["1'234.5 in Zürich", ["1'234.5=1234.5"]],
    ['3,5 % beside 0.035', ['3,5 %=3.5', '0.035=0.035']],
    ['1.2 million, 3.4M, $5bn, 7 Mrd. and 12k', ['1.2 million=1200000', '3.4M=3400000', '$5bn=5000000000', '7 Mrd=7000000000', '12k=12000']],
    ['¥1,2万 and 1億2,000万人 and 3千', ['¥1,2万=12000', '1億2,000万=120000000', '3千=3000']],
    ['一万二千三百人, 万一', ['一万二千三百=12300']],
    ['−5 °C, -3, –4 and 10–12', ['−5 °C=-5', '-3=-3', '–4=-4', '10=10', '12=12']],
    ['a loss of (1,200)', ['1,200=1200|-1200']],
    ['-$5.50 and $-3 and €7', ['-$5.50=-5.5', '$-3=-3', '€7=7']],
    ['1e21, 1.2e-3 and 4.5×10^6 and 2 × 10⁻³', ['1e21=1e+21', '1.2e-3=0.0012', '4.5×10^6=4500000', '2 × 10⁻³=0.002']],
    ['-0 and 0.0', ['-0=0', '0.0=0']],
    ['١٢٫٥ and １２３', ['١٢٫٥=12.5', '１２３=123']],
    ['three million people, twelve hundred', ['three million=3000000', 'twelve hundred=1200']],
    ['1,2,3', ['1=1', '2=2', '3=3']],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual(expected)
  })

  it.each([
    ['29 July 2009, July 29, 2009 and 29.07.2009', ['29 July 2009=2009-07-29', 'July 29, 2009=2009-07-29', '29.07.2009=2009-07-29']],
    ['2012-01-31T10:00:00Z and January 2012', ['2012-01-31T10:00:00Z=2012-01-31', 'January 2012=2012-01']],
    [
      '3 de enero de 2012, le 1er janvier 2012, am 3. Januar 2012',
      ['3 de enero de 2012=2012-01-03', '1er janvier 2012=2012-01-01', '3. Januar 2012=2012-01-03'],
    ],
    ['2012年1月3日と2012年1月', ['2012年1月3日=2012-01-03', '2012年1月=2012-01']],
    ['on 29 July', ['29 July=--07-29']],
    ['3/4/2012', ['3/4/2012=2012-04-03|2012-03-04']],
  ])('reads dates: %s', (text, expected) => {
    expect(read(text)).toEqual(expected)
  })

  it.each([
    '1. First\n2. Second\n- 3) Third',
    '## 1.2 Method',
    'v2.1 and 1.2.3 and 192.168.0.1',
    'Q3, H1, FY24, F-150, COVID-19, GPT-4.1, 3D, 5G',
    'at 10:30, 5 pm, in a 3:1 ratio, 24/7',
    'Call +49 30 901820 or 555-123-4567.',
    'See [12], [^3], #123, § 5, Table 2 and step 3.',
    'the 3rd and 21st, 2ème, 第3位',
    'https://example.org/a/2012/37?id=99 and a99@example.org and /rows/3/mean',
    '```sql\nWHERE a > 48.5\n```',
    'Use `LIMIT 47`.',
    '<td width="20">x</td> and [text](a-20.png)',
    'x_2 and $a^{10}$',
    '550e8400-e29b-41d4-a716-446655440000',
    'NaN, Infinity, twice, half, none',
    'the 1990s and a 5-year plan',
  ])('finds none in %j', (text) => {
    expect(read(text)).toEqual([])
  })

  it('finds those in tables, code that is a number, and emphasis', () => {
    expect(read('| Adelie | 3,700 g |\n|---|---|\n| `17.7` | **4.2** |')).toEqual(['3,700 g=3700', '17.7=17.7', '4.2=4.2'])
  })

  it('keeps the offsets of the given text', () => {
    const text = 'Höhe：１２\u202f３４５ m'
    for (const figure of findFigures(text)) expect(text.slice(figure.start, figure.end)).toBe(figure.text)
  })

  it.each([
    '1'.repeat(100_000),
    '1,'.repeat(50_000),
    '1 '.repeat(50_000),
    '[1'.repeat(50_000),
    '```\n'.repeat(20_000),
    '<a '.repeat(30_000),
    '](('.repeat(30_000),
    'a@'.repeat(50_000),
    '/a'.repeat(50_000),
    '億1'.repeat(50_000),
    '- '.repeat(50_000),
    '一'.repeat(100_000),
    'jan 1 '.repeat(20_000),
  ])('ends soon for hostile text', (text) => {
    expect(findFigures(text).length).toBeLessThanOrEqual(text.length)
  })
})
