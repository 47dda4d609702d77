import type { Grain } from '../datasets/dataset.ts'

/** A word of the grammar, which has a meaning only together with its neighbours. */
export type GrammarWord =
  | 'and'
  | 'or'
  | 'not'
  | 'than'
  | 'by'
  | 'each'
  | 'between'
  | 'from'
  | 'to'
  | 'in'
  | 'since'
  | 'after'
  | 'before'
  | 'until'
  | 'versus'
  | 'compare'
  | 'how many'
  | 'how much'
  | 'which'
  | 'what'
  | 'when'
  | 'where'
  | 'did'
  | 'top'
  | 'bottom'
  | 'first'
  | 'latest'
  | 'ever'
  | 'trend'
  | 'change'
  | 'fall'
  | 'relation'
  | 'distribution'
  | 'share'
  | 'distinct'
  | 'with'
  | 'of'
  | 'or more'
  | 'or less'
  | 'difference'
  | 'list'
  | 'as'
  | 'is'
  | 'all'
  | 'without'
  | 'region group'
  | 'exceed'

export type AggregateName = 'avg' | 'median' | 'sum' | 'min' | 'max' | 'stddev'
export type Form = 'bar' | 'line' | 'scatter' | 'pie' | 'table' | 'histogram' | 'chart' | 'number'
export type Comparison = '>' | '>=' | '<' | '<=' | '=' | '<>'

export type Meaning =
  | { kind: 'filler' }
  | { kind: 'unknown' }
  | { kind: 'word'; word: GrammarWord }
  | { kind: 'entity' }
  | { kind: 'anchor' }
  | { kind: 'measure'; ids: readonly string[]; max?: string; min?: string }
  | { kind: 'dimension'; id: string }
  | { kind: 'value'; dimension: string; values: readonly (string | number)[]; label: string }
  | { kind: 'name'; match: 'begins' | 'contains'; phrase: string }
  | { kind: 'adjective'; measure: string; direction: 'max' | 'min'; degree: 'positive' | 'comparative' | 'superlative'; weak?: true }
  | { kind: 'degree'; direction: 'max' | 'min'; degree: 'positive' | 'comparative' | 'superlative'; quality?: true; amount?: true; common?: true }
  | { kind: 'preset'; sql: string; label: string }
  | { kind: 'number'; value: number }
  | { kind: 'ordinal'; value: number }
  | { kind: 'month'; month: number }
  | { kind: 'season'; months: readonly number[]; name: string }
  | { kind: 'date'; date: string }
  | { kind: 'year month'; year: number; month: number }
  | { kind: 'decade'; from: number }
  | { kind: 'grain'; grain: Grain }
  | { kind: 'unit'; unit: string }
  | { kind: 'aggregate'; name: AggregateName }
  | { kind: 'comparison'; comparison: Comparison }
  | { kind: 'form'; form: Form }

/** A phrase of the question with its meaning in one data set. */
export type Chunk = Meaning & { text: string }

export type ChunkOf<Kind extends Meaning['kind']> = Extract<Meaning, { kind: Kind }> & { text: string }

export const isWord = (chunk: Chunk | undefined, ...words: GrammarWord[]): boolean => chunk?.kind === 'word' && words.includes(chunk.word)

/** Returns the text of the chunks from one position to another, which is not included. */
export const textOf = (chunks: readonly Chunk[], from: number, to: number) =>
  chunks
    .slice(from, to)
    .map(({ text }) => text)
    .join(' ')
