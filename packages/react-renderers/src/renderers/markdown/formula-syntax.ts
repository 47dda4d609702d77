import { closingMarks, type FormulaMark, isFormula } from './formula-rules.ts'
import { type Code, type Construct, type Effects, isLineEnding, type ParserData, type State, type Token, type TokenizeContext } from './micromark.ts'

const DOLLAR = 36
const BACKSLASH = 92
const ROUND = 40
const SQUARE = 91

/**
 * A remark plugin that parses `$…$`, `$$…$$`, `\(…\)` and `\[…\]` on one line. For formulas on several lines, see `joinFormulas`.
 * remark-math is not used because it supports only dollars, and closes a display formula only at a separate line, which hides following
 * text.
 */
export function remarkFormulas(this: { data(): unknown }): void {
  const data = this.data() as ParserData
  data.micromarkExtensions ??= []
  data.fromMarkdownExtensions ??= []
  data.micromarkExtensions.push({ text: { [DOLLAR]: dollars, [BACKSLASH]: brackets } })
  data.fromMarkdownExtensions.push({ enter: { formula: enterFormula }, exit: { formula: exitFormula } })
}

const dollars: Construct = {
  name: 'formula',
  previous: (code) => code !== DOLLAR,
  tokenize(effects, ok, nok) {
    const read = createFormulaReader(this, effects, { ok, nok })
    let size = 0
    return function sequence(code): State | undefined {
      if (code === DOLLAR && size < 3) {
        size++
        if (size === 1) effects.enter('formula')
        effects.consume(code)
        return sequence
      }
      return size > 2 ? nok(code) : read(size === 1 ? '$' : '$$')(code)
    }
  },
}

const brackets: Construct = {
  name: 'formula',
  tokenize(effects, ok, nok) {
    const read = createFormulaReader(this, effects, { ok, nok })
    const bracket: State = (code) => {
      if (code !== ROUND && code !== SQUARE) return nok(code)
      effects.consume(code)
      return read(code === ROUND ? '\\(' : '\\[')
    }
    return (code) => {
      effects.enter('formula')
      effects.consume(code)
      return bracket
    }
  },
}

/** Creates a tokenizer that reads from the end of an opening mark to the end of the closing one. */
function createFormulaReader(context: TokenizeContext, effects: Effects, { ok, nok }: { ok: State; nok: State }): (mark: FormulaMark) => State {
  const start = context.now()
  const before = textBefore(context)
  return (mark) => {
    const closing = closingMarks[mark]
    let matched = 0
    let escaped = false
    const consume = (code: Code): State => {
      effects.consume(code)
      return content
    }
    const content: State = (code) => {
      if (matched === closing.length) return end(code)
      if (code === null || isLineEnding(code)) return nok(code)
      matched = matchedAfter(code)
      escaped = code === BACKSLASH && !escaped
      return consume(code)
    }
    const matchedAfter = (code: Code): number => {
      if (matched > 0 && code === closing.charCodeAt(matched)) return matched + 1
      return !escaped && code === closing.charCodeAt(0) ? 1 : 0
    }
    const end: State = (code) => {
      const source = context.sliceSerialize({ start, end: context.now() }).slice(mark.length, -closing.length)
      if (!isFormula({ mark, source, before, after: code === null || code < 0 ? '' : String.fromCharCode(code) })) return nok(code)
      effects.exit('formula')
      return ok(code)
    }
    return content
  }
}

/** Returns up to two characters of the text before the current point; fewer after other syntax. */
function textBefore(context: TokenizeContext): string {
  const { previous } = context
  if (previous === null || previous < 0) return ''
  const [kind, token] = context.events.at(-1) ?? []
  const text = kind === 'exit' && token?.type === 'data' ? context.sliceSerialize(token) : ''
  return text.charCodeAt(text.length - 1) === previous ? text.slice(-2) : String.fromCharCode(previous)
}

/** The part of mdast-util-from-markdown that is used here. */
interface Compiler {
  enter(node: object, token: Token): void
  exit(token: Token): void
  sliceSerialize(token: Token): string
}

function enterFormula(this: Compiler, token: Token): void {
  const text = this.sliceSerialize(token)
  const mark = text.startsWith('$') && !text.startsWith('$$') ? '$' : (text.slice(0, 2) as FormulaMark)
  const value = text.slice(mark.length, -closingMarks[mark].length).trim()
  const display = mark === '$$' || mark === '\\['
  this.enter(
    {
      type: 'inlineMath',
      value,
      data: { hName: 'code', hProperties: { className: [display ? 'math-display' : 'math-inline'] }, hChildren: [{ type: 'text', value }] },
    },
    token,
  )
}

function exitFormula(this: Compiler, token: Token): void {
  this.exit(token)
}
