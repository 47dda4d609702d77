import { isDeepStrictEqual } from 'node:util'
import { cut } from '../lib/data.mjs'
import { partialDocuments } from './partial-documents.mjs'

const cuts = [1, 4, 1 << 20]

/** For each candidate how many documents end with the right value at every cut, and for how many all it showed on the way was true. */
export async function judgePartials(candidates) {
  const judged = {}
  for (const [name, follow] of Object.entries(candidates)) judged[name] = await judge(follow)
  return judged
}

async function judge(follow) {
  const wrong = []
  let steady = 0
  for (const { name, text } of partialDocuments) {
    const whole = JSON.parse(text)
    let right = true
    let never = true
    for (const mean of cuts) {
      let last
      await follow(cut(text, mean), (value) => {
        last = value
        never &&= value === undefined || isBeginning(value, whole)
      })
      right &&= isDeepStrictEqual(last, whole)
    }
    if (!right) wrong.push(name)
    if (never) steady++
  }
  return { right: partialDocuments.length - wrong.length, of: partialDocuments.length, steady, wrong }
}

/** Nothing in it will change: strings grow at their ends, lists and objects gain members, all else is as it will be. */
function isBeginning(value, whole) {
  if (typeof value === 'string') return typeof whole === 'string' && whole.startsWith(value) && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return value === whole
  if (typeof whole !== 'object' || whole === null || Array.isArray(value) !== Array.isArray(whole)) return false
  return Object.keys(value).every((key) => Object.hasOwn(whole, key) && isBeginning(value[key], whole[key]))
}
