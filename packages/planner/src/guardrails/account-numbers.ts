import type { TextRange } from './fold-text.ts'

/** The length of an IBAN for each country. */
const ibanLengths = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 ' +
    'GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 ' +
    'NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))] as const),
)

/** Finds IBANs with a valid checksum, with or without spaces or dashes between groups. */
export function* findIbans(text: string): Generator<TextRange> {
  for (const match of text.matchAll(/(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}/g)) {
    const length = ibanLengths.get(match[0].slice(0, 2).toUpperCase())
    const end = length === undefined ? undefined : endOfCharacters(text, match.index, length)
    if (end === undefined || /[A-Za-z0-9]/.test(text.charAt(end))) continue
    if (hasIbanChecksum(text.slice(match.index, end).replace(/[ -]/g, '').toUpperCase())) yield { start: match.index, end }
  }
}

/** Returns the end of a number of letters and digits with at most one space or dash between two of them. */
function endOfCharacters(text: string, start: number, length: number): number | undefined {
  let at = start
  for (let count = 0; count < length; count++) {
    if (count > 0 && /[ -]/.test(text.charAt(at))) at += 1
    if (!/[A-Za-z0-9]/.test(text.charAt(at))) return undefined
    at += 1
  }
  return at
}

function hasIbanChecksum(iban: string): boolean {
  let rest = 0
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}

/** Lengths of card numbers by their first digit. */
const cardLengths: Readonly<Record<string, readonly number[]>> = { 2: [16], 3: [15, 16], 4: [16, 19], 5: [16], 6: [16, 19] }

/** Finds numbers of payment cards with a valid checksum, with or without spaces or dashes between groups. */
export function* findCards(text: string): Generator<TextRange> {
  for (const match of text.matchAll(/(?<![\p{L}\p{N}_.,-])[2-6]\d{2,}(?:[ -]\d+)*/gu)) {
    const end = endOfCard(match[0])
    if (end !== undefined) yield { start: match.index, end: match.index + end }
    yield* cardsBehind(match[0], match.index, end ?? 0)
  }
}

/** Numbers of issuers, which years and most other numbers do not begin with. */
const issuer =
  /[ -](?=(?:4\d{3}|5[1-5]\d{2}|2(?:22[1-9]|2[3-9]\d|[3-6]\d{2}|7[01]\d|720)|3[47]\d{2}|6(?:011|5\d{2}|2\d{2}|4[4-9]\d))(?:\d{11,15}(?!\d)|[ -]\d{4}[ -]\d{4}[ -]\d{4}(?!\d)|[ -]\d{6}[ -]\d{5}(?!\d)))/g

/** Finds cards behind other numbers, such as a year or another card, in groups as they are printed. */
function* cardsBehind(text: string, offset: number, from: number): Generator<TextRange> {
  let last = from
  for (const { index } of text.matchAll(issuer)) {
    const end = index < last ? undefined : endOfCard(text.slice(index + 1, index + 1 + maxCardChars))
    if (end === undefined) continue
    last = index + 1 + end
    yield { start: offset + index + 1, end: offset + last }
  }
}

const maxCardChars = 48

function endOfCard(text: string): number | undefined {
  const lengths = cardLengths[text.charAt(0)] ?? []
  return lengths.map((length) => endOfDigits(text, length)).find((found) => found !== undefined)
}

/** Returns the end of the first digits of a text if a group ends there and their checksum is valid. */
function endOfDigits(text: string, length: number): number | undefined {
  let digits = ''
  for (let at = 0; at < text.length && digits.length < length; at++) {
    if (/\d/.test(text.charAt(at))) digits += text.charAt(at)
    if (digits.length === length) return /\d/.test(text.charAt(at + 1)) || !hasLuhnChecksum(digits) ? undefined : at + 1
  }
  return undefined
}

function hasLuhnChecksum(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits.charAt(digits.length - 1 - index))
    const doubled = digit * 2
    sum += index % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0 && !/^(\d)\1*$/.test(digits)
}
