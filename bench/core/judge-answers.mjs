import { cut, hasHalf } from '../lib/data.mjs'
import { answerVariants } from './answer-variants.mjs'

const cuts = [1, 4, 1 << 20]

/** For each candidate how many variants come out right at every cut, and whether half a surrogate pair was ever shown. */
export async function judgeAnswers(ours, peers) {
  const candidates = [...Object.entries(ours).map(([name, follow]) => [name, { kind: 'pieces', follow }]), ...Object.entries(peers)]
  const judged = {}
  for (const [name, peer] of candidates) judged[name] = await judge(peer)
  return judged
}

async function judge(peer) {
  const wrong = []
  let halves = false
  for (const { name, text, answer } of answerVariants) {
    const runs = await Promise.all(cuts.map((mean) => collect(peer, cut(text, mean))))
    if (runs.some((run) => run.tookBack || run.text !== answer)) wrong.push(name)
    halves ||= runs.some((run) => run.half)
  }
  return { right: answerVariants.length - wrong.length, of: answerVariants.length, halves, wrong }
}

/** What a reader of the stream has in the end: pieces as they came. Text that was shown and then changed counts as taken back. */
async function collect({ kind, follow }, chunks) {
  const found = { text: '', half: false, tookBack: false }
  const show = (piece) => {
    found.half ||= hasHalf(piece)
    found.text += piece
  }
  const whole = (answer) => {
    if (answer === undefined) return
    if (!answer.startsWith(found.text)) found.tookBack = true
    show(answer.slice(found.text.length))
  }
  await follow(chunks, kind === 'pieces' ? show : whole)
  return found
}
