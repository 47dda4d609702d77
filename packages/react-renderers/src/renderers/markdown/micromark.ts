/** The parts of micromark's interface that the syntax extensions use. A code is a UTF-16 unit, negative for line endings, null at the end. */
export type Code = number | null

export type State = (code: Code) => State | undefined

export interface Point {
  line: number
  column: number
  offset: number
}

export interface Token {
  type: string
  start: Point
  end: Point
  _open?: boolean
  _close?: boolean
  /** Set at the start of a label that is closed or has no end. */
  _balanced?: boolean
}

export interface Effects {
  enter(type: string): Token
  consume(code: Code): void
  exit(type: string): Token
  /** Looks ahead. The input consumed by the construct is not kept. */
  check(construct: Construct, ok: State, nok: State): State
}

export interface TokenizeContext {
  previous: Code
  events: [kind: string, token: Token][]
  now(): Point
  sliceSerialize(range: { start: Point; end: Point }): string
}

export type Tokenizer = (this: TokenizeContext, effects: Effects, ok: State, nok: State) => State

export interface Construct {
  name?: string
  partial?: boolean
  tokenize: Tokenizer
  previous?: (this: TokenizeContext, code: Code) => boolean
  resolveAll?: unknown
}

/** Constructs by their first code. */
export type Constructs = Record<number, Construct | Construct[]>

/** The data that remark plugins store for the parser. */
export interface ParserData {
  micromarkExtensions?: { text?: Constructs; [more: string]: unknown }[]
  fromMarkdownExtensions?: unknown[]
}

export const isLineEnding = (code: Code): boolean => code !== null && code < -2
