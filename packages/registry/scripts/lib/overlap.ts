/** What a model chooses a component by. */
export interface ChoiceWords {
  readonly name: string
  readonly description: string
  readonly need: string
  readonly when: string
}

/** Share of common words from which on a model could not tell two components apart. */
const most = 0.6

const wordsOf = ({ description, need, when }: ChoiceWords) => new Set(`${description} ${need} ${when}`.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [])

/** Why a component cannot be told from one of the others by what is said of them. */
export function overlapFaults(component: ChoiceWords, others: readonly ChoiceWords[]): string[] {
  const words = wordsOf(component)
  return others.flatMap((other) => {
    if (other.need.toLowerCase() === component.need.toLowerCase()) return [`/need: the same as that of ${other.name}`]
    const theirs = wordsOf(other)
    const common = [...words].filter((word) => theirs.has(word)).length / Math.max(1, Math.min(words.size, theirs.size))
    return common > most ? [`/description: ${Math.round(common * 100)} % of its words are also those of ${other.name}: say what sets it apart`] : []
  })
}
