import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Finding } from './checks/finding.ts'
import type { StreamCheck } from './checks/stream.ts'
import type { CommandContext } from './command-context.ts'
import { diagnose } from './diagnose.ts'

const defaultQuestion = 'Count slowly from one to thirty, in words.'

/** The part of the help about this command. */
export const doctorHelp = `pf doctor [FOLDER]     Finds what keeps an app from working with pf
  FOLDER               Folder of the app. Default: the current one
  --url URL            Also starts a run at this AG-UI agent, which calls its model once, and checks
                       whether events arrive while they are made. Use the address that the page uses
  --question TEXT      The question of that run. Default: "${defaultQuestion}"
  --timeout SECONDS    Maximum time for that run. Default: 60
  --json               Prints the findings as JSON
  Exit code: 0 without problems, 1 with problems, 2 for a mistake in the arguments.`

const options = {
  url: { type: 'string' },
  question: { type: 'string', default: defaultQuestion },
  timeout: { type: 'string', default: '60' },
  json: { type: 'boolean', default: false },
} as const

/** Runs `pf doctor` and returns the exit code, or what is wrong with the arguments. */
export async function doctorCommand(args: readonly string[], { cwd, nodeVersion, print }: CommandContext): Promise<number | string> {
  const read = readArguments(args)
  if (typeof read === 'string') return read
  const findings = await diagnose({ folder: resolve(cwd, read.folder), nodeVersion, ...(read.stream ? { stream: read.stream } : {}) })
  print(read.json ? JSON.stringify(findings, null, 2) : report(findings))
  return findings.some(({ level }) => level === 'problem') ? 1 : 0
}

interface Arguments {
  folder: string
  json: boolean
  stream: StreamCheck | undefined
}

function readArguments(args: readonly string[]): Arguments | string {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
  const { url, question, timeout, json } = values
  const [folder = '', ...rest] = positionals
  if (rest.length > 0) return `One folder at a time: ${[folder, ...rest].join(', ')}`
  if (!/^\d{1,4}$/.test(timeout) || Number(timeout) === 0) return `--timeout is a number of seconds from 1 to 9999, not "${timeout}".`
  if (url !== undefined && !isHttp(url)) return `--url is an address with http or https, not "${url}".`
  return { folder, json, stream: url === undefined ? undefined : { url, question, timeoutMs: Number(timeout) * 1_000 } }
}

/** True for an address with http or https. */
export const isHttp = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

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
