/** The texts by which a model chooses a component. */
export interface ChoiceTexts {
  readonly name: string
  readonly description: string
  readonly need: string
  readonly when: string
}

/** The share of common words above which a model could not tell two components apart. */
const maxOverlap = 0.6

const wordsOf = ({ description, need, when }: ChoiceTexts) => new Set(`${description} ${need} ${when}`.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [])

/** The reasons why the texts of a component do not distinguish it from one of the others. */
export function overlapFaults(component: ChoiceTexts, others: readonly ChoiceTexts[]): string[] {
  const words = wordsOf(component)
  return others.flatMap((other) => {
    if (other.need.toLowerCase() === component.need.toLowerCase()) return [`/need: the same as that of ${other.name}`]
    const theirs = wordsOf(other)
    const common = [...words].filter((word) => theirs.has(word)).length / Math.max(1, Math.min(words.size, theirs.size))
    return common > maxOverlap ? [`/description: ${Math.round(common * 100)} % of its words are also those of ${other.name}: say what sets it apart`] : []
  })
}
