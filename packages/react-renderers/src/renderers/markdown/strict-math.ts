interface Point {
  line: number
  column: number
  offset: number
}

interface Tokenizing {
  now(): Point
  sliceSerialize(range: { start: Point; end: Point }): string
}

type State = (code: number | null) => unknown
type Tokenizer = (this: Tokenizing, effects: unknown, ok: State, nok: State) => State

interface Extension {
  text?: Record<number, { tokenize: Tokenizer }>
}

const DOLLAR = 36

/**
 * A remark plugin, used after remark-math, that prevents amounts of money from being parsed as formulas. As in pandoc, text between single
 * dollars is a formula only when it neither starts nor ends with whitespace and is not followed by a digit.
 */
export function strictMath(this: { data(): unknown }): void {
  const { micromarkExtensions = [] } = this.data() as { micromarkExtensions?: Extension[] }
  const extension = micromarkExtensions.findLast((one) => one.text && Object.hasOwn(one.text, DOLLAR))
  const construct = extension?.text?.[DOLLAR]
  if (extension && construct) extension.text = { ...extension.text, [DOLLAR]: { ...construct, tokenize: strictTokenizer(construct.tokenize) } }
}

function strictTokenizer(tokenize: Tokenizer): Tokenizer {
  return function (effects, ok, nok) {
    const start = this.now()
    const ended: State = (code) => (isFormula(this.sliceSerialize({ start, end: this.now() }), code) ? ok(code) : nok(code))
    return tokenize.call(this, effects, ended, nok)
  }
}

function isFormula(source: string, next: number | null): boolean {
  if (source.startsWith('$$')) return true
  return !/^\$\s|\s\$$/.test(source) && !(next !== null && next >= 48 && next <= 57)
}
