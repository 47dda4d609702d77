import { getOwn, isRecord } from '../../json/records.ts'

/** Matches labels that may precede an action on its line. */
const label = /^\W*(?:json|action|assistant|final|commentary|output|response|answer|next|result|tool|tool[ _]?call|function[ _]?call)\W*$/i
/** Matches words of a sentence about an example or a possibility. */
const possible =
  /\b(?:examples?|e\.g|for instance|hypothetical\w*|drafts?|maybe|perhaps|possibly|what if|should (?:i|we)|(?:could|might|would) (?:also |then |just |simply |now )?(?:be|call|do|execute|issue|look|make|read|run|send|try|use))\b/i
/** Matches the same words in German, French, Spanish and Portuguese, and negations of the call that follows. */
const consideredElsewhere =
  /(?:^|[^\p{L}])(?:beispiel\p{L}*|z\.\s?b\.|vielleicht|eventuell|hypothetisch\p{L}*|entwurf|nicht|niemals|keinesfalls|(?:par|por) (?:exemple|ejemplo|exemplo)|exemple|ejemplo|exemplo|peut-être|quizás?|talvez|jamais|nunca|ne pas|brouillon|borrador|rascunho)(?:$|[^\p{L}])/iu
/** Matches a sentence about a condition that is not met yet, or about a call that was made before. */
const conditional =
  /\b(?:if|once|unless|until|after|when|provided|as soon as)\b[^.!?\n]{0,80}\b(?:you|user|confirm\w*|approv\w*|agree\w*|permission)\b|\b(?:previously|earlier|already)[ ,]+(?:i |we )?(?:called|executed|made|ran|run|sent|tried|used)\b/i
/** Matches the beginning of a code fence that is named like reasoning or an example. */
const consideredFence = /(?:```|~~~)[ \t]*(?:draft|example|idea|reason\w*|scratch\w*|think\w*|thoughts?)[ \t]*\r?\n\s*$/i
/** Matches a clause that negates a call, or the action that follows. */
const denied =
  /(?:\b(?:not|never|cannot|no need|instead of|rather than|avoid|avoiding|skip|skipping)|n['’]t)[\s:]+(?:(?:to|for|be|have|need|actually|really|just) )*(?:$|(?:call|run|us|do|pay|execut|send|issu|try|mak|this|that|such|["'“`(]))/i
/** Matches the beginning of a text that retracts what precedes it. */
const takenBack =
  /^\W*(?:no|nope|not|wait|but|however|actually|hmm+|hold on|scratch|never ?mind|cancel|on second thought|correction|sorry|oops|instead|forget|(?:just|only) an? |i (?:do not|don['’]t|will not|won['’]t|should not|shouldn['’]t|would not|wouldn['’]t|cannot|can['’]t|must not|did not|didn['’]t|decided (?:not|against))|(?:this|that|it) (?:is|was|would be|will)(?: not|n['’]t| only| just| wrong| unnecessary)|(?:this|that|it) (?:is|was|would be) (?:an? )?(?:example|mistake|draft))\b/i

/** Matches an abbreviation for an example at the end of a text, whose point ends no sentence. */
const abbreviated = /\b(?:e\.\s?g|z\.\s?b|p\.\s?ex)\.\W*$/i

/** Returns the last sentence of a text if it has no end, otherwise an empty string. */
function openSentence(words: string): string {
  const sentence = words.split(/(?<=[.!?。！？])\s+|\n/).at(-1) ?? ''
  return /[.!?。！？]\W*$/.test(sentence) ? '' : sentence
}

const lastClause = (sentence: string) => sentence.split(/[,;–—]\s/).at(-1) ?? ''

/** True if the words before an action on its line continue with it: they end with a letter, a digit, a comma or a dash. */
const goesOn = (line: string) => /[\p{L}\p{N},;–—]$/u.test(line) && !label.test(line)

/** True if an action is in a comment or in deleted text, or part of a sentence that negates it or is about a possibility. */
export function isEmbedded(line: string, { before, behind }: { before: string; behind: string }): boolean {
  const isMarked = /^\s*(?:~~(?!~)|-->|\*\/)/.test(behind) || /(?:^|\n)[ \t]*(?:\/\/|#|--)[ \t]*$/.test(before)
  if (isMarked || consideredFence.test(before) || /^\s*[`"'”’)*]*[?？]/.test(behind)) return true
  if (!goesOn(line)) return false
  return possible.test(line) || consideredElsewhere.test(lastClause(line)) || denied.test(`${lastClause(line)} `) || /^\s*[`"'”’)*]*[.!。！]/.test(behind)
}

/** Matches names of members whose action is not meant. `readShape` does not read an action in members that are named like reasoning. */
const consideredName =
  /maybe|perhaps|idea|option|alternativ|candidate|consider|reject|discard|hypothe|example|proposal|suggest|scratch|monolog|reflect|previous|^(?:not|no|dont|do_not)(?:_|$)/i

/** True for an object that is not an action of its own: an action in a member that is named like a possibility, or the result of a call as a model is shown it. */
export function isMentioned(root: unknown): boolean {
  if (!isRecord(root)) return false
  const [name = '', ...others] = Object.keys(root)
  return isResult(root) || (others.length === 0 && isRecord(root[name]) && consideredName.test(name))
}

/** True for the result of a tool as the planner shows it to a model. Some models repeat it. */
export const isResult = (root: unknown): boolean => getOwn(root, 'observation') !== undefined && getOwn(root, 'tool_call_id') !== undefined

/** True if the text after an action retracts it. */
export const isTakenBack = (words: string) => takenBack.test(words)

/** True if an action is part of a sentence, or follows the beginning of one about an example, a possibility or something that is negated. */
export function isConsidered(line: string, words: string): boolean {
  if (goesOn(line)) return true
  if (/[?？]\W*$/.test(words)) return true
  const sentence = openSentence(words)
  if (abbreviated.test(words) || consideredElsewhere.test(lastClause(sentence))) return true
  return possible.test(sentence) || conditional.test(sentence) || denied.test(`${lastClause(sentence)} `)
}
