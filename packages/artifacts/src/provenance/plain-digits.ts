/** First code points of the decimal digits 0 to 9 in other scripts. */
const zeros = [0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20, 0x1040, 0x17e0, 0x1810, 0xff10]

const equivalents: Record<string, string> = {
  '\u2007': '\u00a0',
  '\u2009': '\u00a0',
  '\u202f': '\u00a0',
  '\u3000': ' ',
  '\u2212': '-',
  '\uff0d': '-',
  '\ufe63': '-',
  '\u2010': '-',
  '\u2011': '-',
  '\u2019': "'",
  '\uff0e': '.',
  '\uff0c': ',',
  '\uff05': '%',
  '\u066a': '%',
  '\uff08': '(',
  '\uff09': ')',
  '\u066b': '.',
  '\u066c': ',',
  '\uff1a': ':',
  '\uff0f': '/',
  '\uffe5': '\u00a5',
  '\uff04': '$',
  '\uff5e': '~',
  '\u2248': '~',
}
for (const zero of zeros) for (let digit = 0; digit < 10; digit++) equivalents[String.fromCharCode(zero + digit)] = String(digit)

const special = new RegExp(`[${Object.keys(equivalents).join('')}]`, 'g')
const beyondAscii = /[^\p{ASCII}]/u

/** Replaces digits, signs and separators of other scripts by those of ASCII, one code unit by one, so that offsets stay the same. */
export function plainDigits(text: string): string {
  return beyondAscii.test(text) ? text.replaceAll(special, (character) => equivalents[character] ?? character) : text
}
