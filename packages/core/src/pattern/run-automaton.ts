import type { Automaton } from './build-automaton.ts'
import { holds } from './char-set.ts'
import type { Assertion } from './parse-pattern.ts'

/** The characters around a position, as code points; undefined at the start and at the end of the text. */
interface Position {
  before: number | undefined
  after: number | undefined
}

const isWordChar = (code: number | undefined) =>
  code !== undefined && ((code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122))

const assertionHolds: Readonly<Record<Assertion, (position: Position) => boolean>> = {
  '^': ({ before }) => before === undefined,
  $: ({ after }) => after === undefined,
  b: ({ before, after }) => isWordChar(before) !== isWordChar(after),
  B: ({ before, after }) => isWordChar(before) === isWordChar(after),
}

const stepsBetween = 10_000

/**
 * Returns true if the pattern matches anywhere in the text. All states are followed simultaneously, and each is visited at most once per
 * character: a test takes at most text length × states steps. `onSteps` is called periodically with the number of steps since the last
 * call, and may throw.
 */
export function runAutomaton(automaton: Automaton, text: string, onSteps?: (steps: number) => void): boolean {
  const { sets, assertions, out, or, start, accept, isAnchored } = automaton
  const visited = new Uint32Array(sets.length)
  const stack: number[] = []
  const position: Position = { before: undefined, after: text.codePointAt(0) }
  let round = 0
  let next: number[] = []
  let steps = 0
  const finish = (matches: boolean) => {
    onSteps?.(steps)
    return matches
  }
  const visit = (state: number) => {
    stack.push(state)
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      if (visited[at] === round) continue
      visited[at] = round
      steps++
      const assertion = assertions[at]
      if (sets[at] !== undefined || at === accept) next.push(at)
      else if (assertion === undefined) stack.push(or[at] ?? 0, out[at] ?? 0)
      else if (assertionHolds[assertion](position)) stack.push(out[at] ?? 0)
    }
  }
  round++
  visit(start)
  for (let index = 0; position.after !== undefined; ) {
    if (visited[accept] === round) return finish(true)
    const code = position.after
    index += code > 0xffff ? 2 : 1
    position.before = code
    if (steps > stepsBetween) {
      onSteps?.(steps)
      steps = 0
    }
    position.after = text.codePointAt(index)
    const current = next
    next = []
    round++
    if (!isAnchored) visit(start)
    for (const state of current) {
      const set = sets[state]
      if (set !== undefined && holds(set, code)) visit(out[state] ?? 0)
    }
    if (next.length === 0 && isAnchored) return finish(false)
  }
  return finish(visited[accept] === round)
}
