import { PfError } from '@pf/core'
import { checkCommand, checkHelp } from './check-command.ts'
import type { CommandContext } from './command-context.ts'
import { compareCommand, compareHelp } from './compare-command.ts'
import { runCommand, runHelp } from './run-command.ts'

const commands = new Map([
  ['run', runCommand],
  ['compare', compareCommand],
  ['check', checkCommand],
])

const help = [runHelp, compareHelp, checkHelp, 'pf-eval --help                Shows this text'].join('\n\n')

/** Runs a command with its arguments and returns its exit code: 2 for a mistake in arguments or files, which is printed. */
export async function main(args: readonly string[], context: CommandContext): Promise<number> {
  const [name, ...rest] = args
  if (name === undefined || args.includes('--help') || args.includes('-h')) {
    context.print(help)
    return 0
  }
  const command = commands.get(name)
  if (!command) {
    context.printError(`There is no command "${name.slice(0, 40)}". pf-eval --help shows the commands.`)
    return 2
  }
  try {
    return await command(rest, context)
  } catch (error) {
    context.printError(faultOf(error))
    return 2
  }
}

/** Returns the text for a mistake of the caller; throws any other error. */
function faultOf(error: unknown): string {
  if (PfError.isInstance(error) && error.code !== 'internal') return error.message
  if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
    return `${error.message.split('. ')[0]}. pf-eval --help shows the flags.`
  throw error
}
