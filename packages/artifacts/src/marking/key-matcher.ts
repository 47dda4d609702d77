import { type PatternNode, parsePattern } from './parse-pattern.ts'

const longestKey = 128

/**
 * Tells which keys a `patternProperties` pattern covers, in time linear in the key. A pattern outside the common subset
 * (look-around, back-references, `\b`) covers every key: hiding too much is the safe side.
 */
export function keyMatcher(pattern: string): (key: string) => boolean {
  const parsed = parsePattern(pattern)
  if (!parsed) return () => true
  const program = assemble(parsed)
  return (key) => key.length > longestKey || run(program, [...key])
}

type Step = { kind: 'one'; matches: (character: string) => boolean } | { kind: 'either'; next: number[] } | { kind: 'start' | 'end' } | { kind: 'done' }

function assemble(pattern: PatternNode): Step[] {
  const program: Step[] = []
  emit(pattern, program)
  program.push({ kind: 'done' })
  return program
}

const emitters = {
  one: (node: PatternNode & { kind: 'one' }, program: Step[]) => void program.push(node),
  start: (_: PatternNode, program: Step[]) => void program.push({ kind: 'start' }),
  end: (_: PatternNode, program: Step[]) => void program.push({ kind: 'end' }),
  all: (node: PatternNode & { kind: 'all' }, program: Step[]) => {
    for (const part of node.parts) emit(part, program)
  },
  any: (node: PatternNode & { kind: 'any' }, program: Step[]) => emitChoice(node.parts, program),
  repeat: (node: PatternNode & { kind: 'repeat' }, program: Step[]) => emitRepeat(node, program),
}

function emit(node: PatternNode, program: Step[]) {
  ;(emitters[node.kind] as (node: PatternNode, program: Step[]) => void)(node, program)
}

function emitChoice(parts: readonly PatternNode[], program: Step[]) {
  const choice = { kind: 'either' as const, next: [] as number[] }
  program.push(choice)
  const ends = parts.map((part) => {
    choice.next.push(program.length)
    emit(part, program)
    const end = { kind: 'either' as const, next: [] as number[] }
    program.push(end)
    return end
  })
  for (const end of ends) end.next.push(program.length)
}

function emitRepeat({ part, min, max }: PatternNode & { kind: 'repeat' }, program: Step[]) {
  for (let count = 0; count < min; count++) emit(part, program)
  if (max === Number.POSITIVE_INFINITY) return emitLoop(part, program)
  const exits: { kind: 'either'; next: number[] }[] = []
  for (let count = min; count < max; count++) {
    const exit = { kind: 'either' as const, next: [program.length + 1] }
    exits.push(exit)
    program.push(exit)
    emit(part, program)
  }
  for (const exit of exits) exit.next.push(program.length)
}

function emitLoop(part: PatternNode, program: Step[]) {
  const head = program.length
  const loop = { kind: 'either' as const, next: [head + 1] }
  program.push(loop)
  emit(part, program)
  program.push({ kind: 'either', next: [head] })
  loop.next.push(program.length)
}

function run(program: readonly Step[], characters: readonly string[]): boolean {
  let active = new Set<number>()
  const anchored = program[0]?.kind === 'start'
  for (let at = 0; at <= characters.length; at++) {
    if (at > 0 && anchored && active.size === 0) return false
    const reached = spread(program, anchored && at > 0 ? active : [...active, 0], { at, end: characters.length })
    if (!reached) return true
    const character = characters[at]
    active = new Set()
    if (character === undefined) break
    for (const index of reached) {
      const step = program[index]
      if (step?.kind === 'one' && step.matches(character)) active.add(index + 1)
    }
  }
  return false
}

/** All steps reachable without a character; undefined when `done` is among them. */
function spread(program: readonly Step[], starts: Iterable<number>, place: { at: number; end: number }): Set<number> | undefined {
  const seen = new Set<number>()
  const waiting = [...starts]
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    if (seen.has(index)) continue
    seen.add(index)
    const step = program[index]
    if (step?.kind === 'done') return undefined
    if (step?.kind === 'either') waiting.push(...step.next)
    if ((step?.kind === 'start' && place.at === 0) || (step?.kind === 'end' && place.at === place.end)) waiting.push(index + 1)
  }
  return seen
}
