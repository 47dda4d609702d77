import { withoutMarks } from '../markup/without-marks.ts'

/** Names of elements that models put around an action or its parts. They do not affect the meaning of the action. */
const knownElement =
  /tool|function|invoke|call|^(?:(?:begin|end)_of_)?(?:actions?|answer|arguments?|assistant|body|bos|code|div|eos|eot|final\w*|html|json|message|next_node|outputs?|p|parameter|pre|response|results?|s|solution|span|text|turn|xml|br)$/i
const tag = /<(\/?)([a-z][\w:-]{0,40})(?:\s[^<>]{0,200})?>|\[(\/?)([A-Z][A-Z_]{2,24})\]|&lt;(\/?)([a-z][\w:-]{0,40})&gt;/gi
/** Matches special tokens and bracketed tags for reasoning that are not among the known tags. */
const thoughtToken = /[<[◁][|｜]?\/?[^<>[\]◁▷\s]{0,40}(?:think|thought|reason|reflect|scratch|monolog|rationale|ponder|draft)[^<>[\]◁▷]{0,40}[>\]▷]/i
const fence = /(?:```|~~~)[\w+-]{0,20}/g
/** Matches words that models write at the end of their output. */
const stop = /^\W*(?:end|eof|terminate|stop|done)\W*$/i

/** Returns the words of a text next to an action, without code fences, call markup and known elements. Empty if no letter or digit remains. */
export function wordsOf(text: string): string {
  const plain = text.replace(fence, ' ').replace(tag, (whole, _close, element, _end, bracket) => (knownElement.test(element ?? bracket ?? '') ? ' ' : whole))
  const words = withoutMarks(plain)
  return /[\p{L}\p{N}]/u.test(words) && !stop.test(words) ? words : ''
}

/** True if a text next to an action has words, or a token of reasoning. */
export function saysSomething(text: string): boolean {
  return thoughtToken.test(text) || wordsOf(text) !== ''
}

/** True if a text between two actions has more than white space, separators, brackets, code fences and call markup. Rules, arrows and parentheses count. */
export function separates(text: string): boolean {
  return (
    saysSomething(text) ||
    /[^\s,;[\]{}"'`]/.test(
      text
        .replace(fence, ' ')
        .replace(tag, ' ')
        .replace(/<[^<>]{0,80}>/g, ' '),
    )
  )
}

/** True if the text ends an unknown element that it does not begin. */
export function endsElement(text: string): boolean {
  if (thoughtToken.test(text)) return true
  const open: string[] = []
  for (const [, close, element, end, bracket, slash, escaped] of text.matchAll(tag)) {
    const name = (element ?? bracket ?? escaped ?? '').toLowerCase()
    if (!(close || end || slash)) open.push(name)
    else if (!open.includes(name) && !knownElement.test(name)) return true
  }
  return false
}
