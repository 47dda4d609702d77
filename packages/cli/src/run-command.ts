import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Finding } from './checks/finding.ts'
import { diagnose, NoAppError } from './diagnose.ts'

/** The surroundings of the command. */
export interface CommandContext {
  cwd: string
  nodeVersion: string
  print(text: string): void
  printError(text: string): void
}

const defaultQuestion = 'Count slowly from one to thirty, in words.'

const help = `pf doctor [FOLDER] [options]   Finds what keeps an app from working with pf

  FOLDER             Folder of the app. Default: the current one
  --url URL          Also starts a run at this AG-UI agent, which calls its model once, and checks
                     whether events arrive while they are made. Use the address that the page uses
  --question TEXT    The question of that run. Default: "${defaultQuestion}"
  --timeout SECONDS  Maximum time for that run. Default: 60
  --json             Prints the findings as JSON
  --help, -h         Shows this text

Exit code: 0 without problems, 1 with problems, 2 for a mistake in the arguments.`

const options = {
  url: { type: 'string' },
  question: { type: 'string', default: defaultQuestion },
  timeout: { type: 'string', default: '60' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** Runs the command with its arguments and returns its exit code. */
export async function runCommand(args: readonly string[], { cwd, nodeVersion, print, printError }: CommandContext): Promise<number> {
  const read = readArguments(args)
  if (typeof read === 'string') {
    printError(`${read}\n\n${help}`)
    return 2
  }
  if (read.help) {
    print(help)
    return 0
  }
  try {
    const findings = await diagnose({ folder: resolve(cwd, read.folder ?? ''), nodeVersion, ...(read.stream ? { stream: read.stream } : {}) })
    print(read.json ? JSON.stringify(findings, null, 2) : report(findings))
    return findings.some(({ level }) => level === 'problem') ? 1 : 0
  } catch (error) {
    if (!(error instanceof NoAppError) && !(error instanceof SyntaxError)) throw error
    printError(error.message)
    return 2
  }
}

/** Returns the arguments, or what is wrong with them. */
function readArguments(args: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const { url, question, timeout, json, help: isHelp } = values
    if (isHelp || args.length === 0) return { help: true, json, folder: undefined, stream: undefined }
    const [command, folder, ...rest] = positionals
    if (command !== 'doctor') return `There is no command "${command ?? ''}".`
    if (rest.length > 0) return `One folder at a time: ${[folder, ...rest].join(', ')}`
    if (!/^\d{1,4}$/.test(timeout) || Number(timeout) === 0) return `--timeout is a number of seconds from 1 to 9999, not "${timeout}".`
    if (url !== undefined && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) return `--url is an address with http or https, not "${url}".`
    return { help: false, json, folder, stream: url === undefined ? undefined : { url, question, timeoutMs: Number(timeout) * 1_000 } }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const labels = { ok: 'ok     ', warning: 'warning', problem: 'PROBLEM', skipped: 'skipped' }

function report(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ check, level, message, remedy }) => [
    `${labels[level]} ${check}: ${message}`,
    ...(remedy === undefined ? [] : [`        ${remedy}`]),
  ])
  const count = (wanted: Finding['level']) => findings.filter(({ level }) => level === wanted).length
  const numberOf = (level: 'problem' | 'warning') => `${count(level)} ${level}${count(level) === 1 ? '' : 's'}`
  return [...lines, '', `${numberOf('problem')}, ${numberOf('warning')}`].join('\n')
}
