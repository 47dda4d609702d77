const remark =
  /^(?:notes?|comments?|confidence|explanations?|rationale|justifications?|reasons?|reasoning|thoughts?|thinking|analysis|summary|status|steps?|goals?)$/
/** Matches words that may be part of the name of a remark. */
const filler = /^(?:args?|arguments?|action|call|tool|my|the|next|current|short|brief|user|internal|final|overall|message|text|number|level|score)$/

/** True for names of remarks that models write beside the arguments of a call. A name with any other word may be an argument. */
export function isRemark(name: string): boolean {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '')
  return words.some((word) => remark.test(word)) && words.every((word) => remark.test(word) || filler.test(word))
}
