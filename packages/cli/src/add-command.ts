import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Added, type Addition, add } from './add/add.ts'
import { type Names, namesOf } from './add/names.ts'
import type { CommandContext } from './command-context.ts'
import { isHttp } from './doctor-command.ts'

/** The part of the help about this command. */
export const addHelp = `pf add tool NAME       Writes src/tools/NAME.ts, and adds it to the agent if the app has one list of tools
pf add mcp NAME --url URL
pf add mcp NAME -- COMMAND [ARGUMENTS]
                       Writes src/tools/NAME-mcp.ts, which connects an MCP server by its address or as a process
pf add component NAME  Writes the definition of a component, its text form and its React component
  --folder FOLDER      Folder of the app. Default: the current one
  Nothing is overwritten. What is left to do is printed.`

const options = { folder: { type: 'string', default: '' }, url: { type: 'string' } } as const

/** Runs `pf add` and returns the exit code, or what is wrong with the arguments. */
export function addCommand(args: readonly string[], { cwd, print }: CommandContext): number | string {
  const end = args.indexOf('--')
  const command = end < 0 ? [] : args.slice(end + 1)
  const { values, positionals } = parseArgs({ args: end < 0 ? [...args] : args.slice(0, end), options, allowPositionals: true })
  const [kind, name, ...rest] = positionals
  if (kind !== 'tool' && kind !== 'mcp' && kind !== 'component') return `pf add adds a tool, an mcp or a component, not "${kind ?? ''}".`
  if (name === undefined) return `The name is missing: pf add ${kind} NAME`
  if (rest.length > 0) return `One name at a time: ${[name, ...rest].join(', ')}`
  const names = namesOf(name)
  if (!names) return `"${name}" cannot be a name: use 1 to 40 letters, digits, "-" and "_", beginning with a letter, and no word of the language.`
  const addition = additionOf(kind, names, { url: values.url, command })
  if (typeof addition === 'string') return addition
  print(report(add(resolve(cwd, values.folder), addition)))
  return 0
}

function additionOf(kind: Addition['kind'], names: Names, { url, command }: { url: string | undefined; command: readonly string[] }): Addition | string {
  const [program, ...args] = command
  if (kind !== 'mcp') return url === undefined && program === undefined ? { kind, names } : `pf add ${kind} takes no address and no command.`
  if (url !== undefined && program !== undefined) return 'An MCP server has an address or a command, not both.'
  if (url !== undefined) return isHttp(url) ? { kind, names, transport: { url } } : `--url is an address with http or https, not "${url}".`
  if (program === undefined) return `Name the server: pf add mcp ${names.file} --url URL, or pf add mcp ${names.file} -- COMMAND`
  return { kind, names, transport: { command: program, args } }
}

function report({ written, changed, next }: Added): string {
  const lines = [...written.map((path) => `wrote   ${path}`), ...changed.map((path) => `changed ${path}`)]
  return [...lines, '', ...next.map((step, index) => `${index + 1}. ${step.replaceAll('\n', '\n   ')}`)].join('\n')
}
