import type { FinalPayload } from '@pf/core'
import { readProvenance } from '@pf/core/internal'

/** Texts of a marked answer. */
export interface AnswerMarks {
  /** Follows a figure that no result has. Default `†`. */
  sign?: string
  /** The sentence under the answer that explains the sign. Default: `Stated by the model; in no result.` */
  footnote?: string
}

/**
 * Returns the text of an answer with a sign behind each figure that no result has, and a footnote: for an e-mail, a copied text or a log.
 * The text is Markdown as `raw_answer` is. Without such figures, it is `raw_answer`.
 */
export function markAnswer({ raw_answer: answer, provenance }: Pick<FinalPayload, 'raw_answer' | 'provenance'>, marks: AnswerMarks = {}): string {
  const { sign = '†', footnote = 'Stated by the model; in no result.' } = marks
  const ends = (readProvenance(provenance)?.figures ?? []).flatMap(({ component, start, end, text, source }) =>
    component === undefined && end !== undefined && answer.slice(start, end) === text && source.kind === 'stated' && source.by === 'model' ? [end] : [],
  )
  if (ends.length === 0) return answer
  const cuts = [0, ...new Set(ends.toSorted((a, b) => a - b)), answer.length]
  const parts = cuts.slice(1).map((end, index) => answer.slice(cuts[index], end))
  return `${parts.join(sign)}\n\n${sign} ${footnote}`
}
