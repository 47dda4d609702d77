import { FileExistsError } from './add/add.ts'
import { addCommand, addHelp } from './add-command.ts'
import { NoAppError } from './checks/no-app-error.ts'
import type { CommandContext } from './command-context.ts'
import { doctorCommand, doctorHelp } from './doctor-command.ts'

const help = `${doctorHelp}

${addHelp}

pf --help              Shows this text`

const more = 'pf --help shows the commands.'

/** Runs the command with its arguments and returns its exit code. */
export async function runCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const [name, ...rest] = args
  const own = args.includes('--') ? args.slice(0, args.indexOf('--')) : args
  if (name === undefined || own.includes('--help') || own.includes('-h')) {
    context.print(help)
    return 0
  }
  const result = await run(name, rest, context).catch(faultOf)
  if (typeof result === 'number') return result
  context.printError(result)
  return 2
}

async function run(name: string, args: readonly string[], context: CommandContext): Promise<number | string> {
  const commands = { doctor: doctorCommand, add: addCommand }
  if (name !== 'doctor' && name !== 'add') return `There is no command "${name}". ${more}`
  const result = await commands[name](args, context)
  return typeof result === 'string' ? `${result} ${more}` : result
}

/** Returns the text for a mistake of the caller; rejects with any other error. */
function faultOf(error: unknown): string {
  if (error instanceof NoAppError || error instanceof FileExistsError || error instanceof SyntaxError) return error.message
  if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) return `${error.message.split('. ')[0]}. ${more}`
  throw error
}
