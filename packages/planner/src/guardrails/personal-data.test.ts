import { describe, expect, it } from 'vitest'
import { builtInDetectors, findPersonalData, nameDetector } from './personal-data.ts'

const all = Object.values(builtInDetectors)
const found = (text: string) => findPersonalData(text, all).map(({ kind, value }) => `${kind}: ${value}`)

/** Own sentences with the personal data that is in them. Numbers of cards and accounts are those that banks publish for tests. */
const positive: [string, string[]][] = [
  ['Write to anna.berg@example.org, please.', ['email: anna.berg@example.org']],
  ['<o.hara+news@mail.example.co.uk>; second: X_1@sub.example.com.', ['email: o.hara+news@mail.example.co.uk', 'email: X_1@sub.example.com']],
  ['jürgen@müller.example ist neu', ['email: jürgen@müller.example']],
  ['请发邮件到li@example.cn谢谢', ['email: li@example.cn']],
  ['mailto:kim@example.net?subject=x', ['email: kim@example.net']],
  ['anna@example.com/bob@example.com', ['email: anna@example.com', 'email: bob@example.com']],
  ['Call +49 30 1234567 or +1 (555) 234-5678.', ['phone: +49 30 1234567', 'phone: +1 (555) 234-5678']],
  ['Zentrale: (030) 901820-15, mobil 0171/2345678', ['phone: (030) 901820-15', 'phone: 0171/2345678']],
  ['Ring 555-234-5678 or (212) 555-0147 today', ['phone: 555-234-5678', 'phone: (212) 555-0147']],
  ['Tel: 7654321; 0044 20 7946 0958', ['phone: 7654321', 'phone: 0044 20 7946 0958']],
  ['電話：０３−１２３４−５６７８', ['phone: ０３−１２３４−５６７８']],
  ['هاتف +٩٦٦ ٥٠ ١٢٣ ٤٥٦٧', ['phone: +٩٦٦ ٥٠ ١٢٣ ٤٥٦٧']],
  ['IBAN DE89 3704 0044 0532 0130 00 bei der Bank', ['iban: DE89 3704 0044 0532 0130 00']],
  ['gb82west12345698765432 and FR1420041010050500013M02606', ['iban: gb82west12345698765432', 'iban: FR1420041010050500013M02606']],
  ['Card 4111 1111 1111 1111 exp 12/27', ['card: 4111 1111 1111 1111']],
  ['5555-5555-5555-4444, 378282246310005', ['card: 5555-5555-5555-4444', 'card: 378282246310005']],
  ['4111\u200b1111 1111\u00a01111', ['card: 4111\u200b1111 1111\u00a01111']],
  ['an\u200bna@exam\u00adple.com', ['email: an\u200bna@exam\u00adple.com']],
  ['line\\nanna@example.com', ['email: anna@example.com']],
  ['ａｎｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ', ['email: ａｎｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ']],
]

/** Numbers behind each other, with one space or a slash between them. */
const adjacent: [string, string[]][] = [
  ['Paid 2024 4111 1111 1111 1111', ['card: 4111 1111 1111 1111']],
  ['Room 304 4111111111111111', ['card: 4111111111111111']],
  ['4111 1111 1111 1111 5555-5555-5555-4444', ['card: 4111 1111 1111 1111', 'card: 5555-5555-5555-4444']],
  ['+49 30 1234567 4111 1111 1111 1111', ['phone: +49 30 1234567 4111 1111 1111 1111']],
  ['030 1234567 030 7654321', ['phone: 030 1234567', 'phone: 030 7654321']],
  ['0171/2345678/0172/3456789', ['phone: 0171/2345678', 'phone: 0172/3456789']],
]

/** Own sentences without personal data, most of them with numbers. */
const negative = [
  'The order 2024-000123 came on 2024-01-15 at 10:30.',
  'Sales rose from 1,234,567.89 to 1.234.567,89 between 01.02.2024 and 03.04.2024.',
  'Version 1.2.3.4567 runs on 192.168.100.200:8080.',
  'ISBN 978-3-16-148410-0, EAN 4006381333931.',
  'The mean of 344 penguins is 4201.754386 g, 0.123456789 of it fat.',
  'Years 1998 1999 2000 2001 2002 2003',
  'id 550e8400-e29b-41d4-a716-446655440000 and 1700000000000',
  'user@localhost, @handle, a @ b, name@, @example.com, x@y',
  'DE89 3704 0044 0532 0130 01 has a wrong checksum, GB12 is a postcode part.',
  '4111 1111 1111 1112 has a wrong checksum, and 0000 0000 0000 0000 is none.',
  'CSS: @media (max-width: 600px) { margin: 0 12345678 }',
  'Tracking 1Z999AA10123456784 and #1234567890',
  'Rows 10-20, pages 100-200, 3-4 people, 12 34 56',
  'pi = 3.14159265358979, e = 2.71828182845904',
  'import { x } from "@pf/core"; npm i @scope/name@1.2.3',
  'The budget is 120 000 000 € or 95 000 000 £.',
  'RGB(255,255,255) #ffffff 0x12345678',
  'Latitude 52.520008, longitude 13.404954',
  'In 2023 we sold 4 111 111 units; in 2024, 5 222 333.',
  'Room 0123, gate 0045, flight LH 1234, train ICE 1601',
]

describe('findPersonalData', () => {
  for (const [text, values] of positive) it(`finds ${values.join(' and ').slice(0, 60)}`, () => expect(found(text)).toEqual(values))

  it.each(['Values 2001 2010 2019 2024 2035 2046 2057 2068 2079 3001 3100', 'Series 120 130 140 150 160 170 180 190 200 210 220'])(
    'finds nothing in %s',
    (text) => {
      expect(found(text)).toEqual([])
    },
  )

  for (const [text, values] of adjacent) it(`finds ${values.join(' and ')} in ${text}`, () => expect(found(text)).toEqual(values))

  it('has no more false results on the corpus than the documentation says', () => {
    const missed = positive.flatMap(([text, values]) => values.filter((value) => !found(text).includes(value)))
    const wrong = negative.flatMap((text) => found(text))
    console.log(
      `personal data: ${positive.flatMap(([, values]) => values).length} values, ${missed.length} missed; ${negative.length} texts without, ${wrong.length} false`,
    )
    expect(missed).toEqual([])
    expect(wrong).toEqual([])
  })

  it('joins ranges that overlap, and reports where they are in the original', () => {
    const names = nameDetector(['Anna Berg', 'anna', 'Łukasz'])
    const text = 'ANNA  BERG and anna@example.com, Łukasz; Annabel'
    expect(findPersonalData(text, [...all, names]).map(({ kind, value }) => [kind, value])).toEqual([
      ['name', 'ANNA  BERG'],
      ['email', 'anna@example.com'],
      ['name', 'Łukasz'],
    ])
    const detector = (kind: string, start: number, end: number) => ({ kind, find: () => [{ start, end }] })
    expect(findPersonalData('abcdefgh', [detector('a', 1, 4), detector('b', 3, 6), detector('c', 6, 7)])).toEqual([
      { kind: 'a', start: 1, end: 6, value: 'bcdef' },
      { kind: 'c', start: 6, end: 7, value: 'g' },
    ])
    expect(() => findPersonalData('ab', [detector('a', 0, 3)])).toThrow(RangeError)
  })

  it('does work that grows with the length of the text alone', () => {
    const hostile = ['@', 'a@', '+', '1 ', '(1)', 'DE89 ', '4 ', 'a.', '\\n', '٣', '\u200b', '[EMAIL-', '4111 1111 ', '0', '.-', 'ab ab@ab ']
    for (const piece of hostile) {
      const text = piece.repeat(Math.ceil(200_000 / piece.length))
      for (const { start, end, value } of findPersonalData(text, [...all, nameDetector(['ab ab', 'ab ab ab'])])) expect(text.slice(start, end)).toBe(value)
    }
  })
})
