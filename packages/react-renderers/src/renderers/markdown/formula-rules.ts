/** The opening marks of formulas. Single dollars and parentheses enclose inline formulas, the others display formulas. */
export type FormulaMark = '$' | '$$' | '\\(' | '\\['

export const closingMarks: Readonly<Record<FormulaMark, string>> = { $: '$', $$: '$$', '\\(': '\\)', '\\[': '\\]' }

/** Text between two marks, and the adjacent characters outside of them; empty at the ends of the text. */
export interface FormulaCandidate {
  mark: FormulaMark
  source: string
  /** Up to two characters. */
  before: string
  after: string
}

const GROUP = /(?:\\[a-zA-Z]+\*?|[_^])\s*\{[^{}]*\}/g
const OPEN_GROUP = /(?:\\[a-zA-Z]+\*?|[_^])\s*\{[^{}]*$/
const COMMAND = /\\[a-zA-Z]+/g
const MAX_GROUPS = 10

/** Removes commands and their arguments from a formula, so that words inside \text{…} do not count as prose. */
function withoutCommands(source: string): string {
  let rest = source
  for (let depth = 0; depth < MAX_GROUPS; depth++) {
    const next = rest.replace(GROUP, '·')
    if (next === rest) break
    rest = next
  }
  return rest.replace(OPEN_GROUP, '·').replace(COMMAND, '·')
}

const TWO_WORDS = /\p{L}{2,}[,.;:]?\s+\p{L}{2,}/u
const MATH_SIGN = /[\\=^_+<>{}]/

const hasProse = (source: string) => TWO_WORDS.test(withoutCommands(source))

/** Matches the start of a Markdown block, or bold text, which formulas do not contain. */
const BLOCK_START = /^[ \t>]*(?:#{1,6}\s|`{3}|~{3}|\*\*\p{L})/mu
const ONE_WORD = /^\s*\p{L}{3,}[,.;:]?\s*$/u
/** Matches two letters of an alphabet that is not used in mathematics. */
const OTHER_SCRIPT = /[^\P{L}\p{Script=Latin}\p{Script=Greek}]{2,}/u

/** True for a line of prose, which cannot be part of a formula that spans several paragraphs. The result stays true when the line grows. */
export function isProseLine(line: string): boolean {
  return BLOCK_START.test(line) || hasProse(line) || OTHER_SCRIPT.test(withoutCommands(line))
}

const BLANK_LINE = /\n[ \t>]*(?=\n)/

/** True if the text between two marks can be a formula, regardless of the surrounding text. */
function isMathematics(mark: FormulaMark, source: string): boolean {
  if (source.trim() === '' || BLOCK_START.test(source)) return false
  if (hasProse(source) && (!MATH_SIGN.test(source) || (mark === '$' && /^\d/.test(source)))) return false
  const blank = BLANK_LINE.exec(source)
  if (!blank) return true
  return (
    (mark === '$$' || mark === '\\[') &&
    !source
      .slice(blank.index)
      .split('\n')
      .some((line) => isProseLine(line) || ONE_WORD.test(line))
  )
}

/** Matches a shell variable, a ticker symbol or an amount that another dollar follows. */
const NAME = /^(?:\{?[A-Za-z_]{2,}|\(|\d)/

/** Matches an amount that a word follows, as in `from $5 to 10$`. */
const AMOUNT = /^\d[\d.,]*\s+\p{L}{2,}\s/u

/** Applies the rule of pandoc. In addition, a name or an amount that is followed by another one is not a formula. */
function isDollarFormula({ source, after }: FormulaCandidate): boolean {
  if (/^\s|\s$/.test(source) || /\d/.test(after) || (AMOUNT.test(source) && !MATH_SIGN.test(source))) return false
  if (/[{(]/.test(after)) return !NAME.test(source)
  return !/[A-Za-z_]/.test(after) || (!NAME.test(source) && /[\w})\]'|!]$/.test(source))
}

/** Excludes two dollars that name a process or a variable of a makefile. */
const isDoubleDollarFormula = ({ source, after }: FormulaCandidate) =>
  !/\d/.test(after) && !/^\s+\p{L}{2,}\s+$/u.test(source) && !(/[A-Za-z_]/.test(after) && /^(?:[A-Za-z_]{2,}|\S.*\s$)/.test(source))

/** Excludes citations, words and links in brackets that are escaped. */
const isBracketFormula = ({ source, after }: FormulaCandidate) => after !== '(' && after !== '[' && !/^(?:[\d\s,–-]+|\p{L}{3,})$/u.test(source)

/** Excludes an escaped plural, as in `file\(s\)` or `a\(n\)`. A single letter is the name of a function, as in `f\(x\) = 2`. */
const isParenthesisFormula = ({ before, source }: FormulaCandidate) =>
  !/\w$/.test(before) || (/(?:^|\W)[A-Za-z]$/.test(before) && !(/[Aa]$/.test(before) && source === 'n'))

const rules: Readonly<Record<FormulaMark, (candidate: FormulaCandidate) => boolean>> = {
  $: isDollarFormula,
  $$: isDoubleDollarFormula,
  '\\(': isParenthesisFormula,
  '\\[': isBracketFormula,
}

/** True if the text between two marks is a formula. Prices, variables, ticker symbols and escaped brackets are not. */
export const isFormula = (candidate: FormulaCandidate): boolean => isMathematics(candidate.mark, candidate.source) && rules[candidate.mark](candidate)
