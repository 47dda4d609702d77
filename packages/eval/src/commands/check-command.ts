import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Brief } from '../briefs/brief.ts'
import { builtInSuite } from '../briefs/built-in-suite.ts'
import { readSuite } from '../briefs/read-suite.ts'
import type { CommandContext } from './command-context.ts'

export const checkHelp = `pf-eval check [FOLDER]        Checks the files of a suite and counts its briefs; default: the suite of @pf/eval`

/** Checks a suite. */
export async function checkCommand(args: readonly string[], { cwd, print }: CommandContext): Promise<number> {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true, strict: true })
  const { name, briefs } = await readSuite(positionals[0] === undefined ? builtInSuite : resolve(cwd, positionals[0]))
  print(`${name}: ${briefs.length} briefs`)
  print(`  best choice: ${counts(briefs.map(bestChoice))}`)
  print(`  language: ${counts(briefs.map(({ language }) => language))}`)
  return 0
}

/** Returns the component with the highest grade, or `none`. */
function bestChoice({ expect: { components, none } }: Brief): string {
  const best = components.toSorted((a, b) => b.grade - a.grade)[0]
  return best && best.grade >= none ? best.component : 'none'
}

function counts(names: readonly string[]): string {
  const numbers = new Map<string, number>()
  for (const name of names) numbers.set(name, (numbers.get(name) ?? 0) + 1)
  return [...numbers]
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
}
