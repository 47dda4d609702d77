import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { PfError } from '@pf/core'
import { writeBundle } from '../export/export-bundle.ts'
import { redactBundle } from '../export/redact.ts'
import type { Bundle } from '../format/bundle.ts'
import { readBundle } from '../format/read-bundle.ts'
import { compareRuns } from '../replay/compare-runs.ts'
import { type ReplayOptions, replayBundle } from '../replay/replay-bundle.ts'
import { diffText, replayText, showText, summaryOf } from './texts.ts'

/** Where the command writes. */
export interface CommandOutput {
  print(text: string): void
  printError(text: string): void
}

const help = `pf-bundle show FILE                 What a run did: requests, model calls, tools, components, answer
pf-bundle diff FILE FILE            What differs between two runs; exit code 1 if anything does
pf-bundle replay FILE               Runs it again without a model and compares; exit code 1 if anything differs
  --agent MODULE                    Runs it with the options that the default export of a module returns from
                                    the recorded ones: another model, prompt or registry, or hooks
pf-bundle redact FILE OUT           Writes a copy without credentials and what the options name
  --secret TEXT                     Also remove this text; can be repeated
  --omit-requests                   Also remove the system prompt and the messages to the model

--json prints JSON in place of text. --help shows this text.
Exit codes: 0 equal or done, 1 different, 2 a mistake in the command or an unreadable file.`

const options = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  agent: { type: 'string' },
  secret: { type: 'string', multiple: true },
  'omit-requests': { type: 'boolean' },
} as const

/** Runs the command with its arguments and returns its exit code. */
export async function runCommand(args: readonly string[], output: CommandOutput): Promise<number> {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [name, ...files] = positionals
    if (values.help || name === undefined) {
      output.print(help)
      return 0
    }
    const command = Object.hasOwn(commands, name) ? commands[name as keyof typeof commands] : undefined
    if (!command) return mistake(output, `There is no command "${name.slice(0, 40)}". pf-bundle --help shows the commands.`)
    if (files.length !== command.files) return mistake(output, `pf-bundle ${name} needs ${command.files} file names. pf-bundle --help shows how it is used.`)
    return await command.run({ files, values, output })
  } catch (error) {
    const text = textOf(error)
    if (text === undefined) throw error
    return mistake(output, text)
  }
}

interface Call {
  files: readonly string[]
  values: { json?: boolean; agent?: string; secret?: string[]; 'omit-requests'?: boolean }
  output: CommandOutput
}

const commands = {
  show: { files: 1, run: show },
  diff: { files: 2, run: diff },
  replay: { files: 1, run: replay },
  redact: { files: 2, run: redact },
}

async function show({ files: [file = ''], values, output }: Call): Promise<number> {
  const summary = summaryOf(await load(file))
  output.print(values.json ? JSON.stringify(summary, undefined, 2) : showText(summary))
  return 0
}

async function diff({ files: [left = '', right = ''], values, output }: Call): Promise<number> {
  const compared = compareRuns(await load(left), await load(right))
  output.print(values.json ? JSON.stringify(compared, undefined, 2) : diffText(compared))
  return compared.equal ? 0 : 1
}

async function replay({ files: [file = ''], values, output }: Call): Promise<number> {
  const configure = values.agent === undefined ? {} : { configure: await loadAgent(values.agent) }
  const bundle = await load(file)
  const { events: _, payload, ...result } = await replayBundle(bundle, configure)
  const shown = { ...result, events: bundle.runs.reduce((sum, run) => sum + run.events.length, 0), answer: payload?.raw_answer ?? null }
  output.print(values.json ? JSON.stringify(shown, undefined, 2) : replayText(shown))
  return result.equal ? 0 : 1
}

async function redact({ files: [file = '', target = ''], values, output }: Call): Promise<number> {
  const bundle = redactBundle(await load(file), { secrets: values.secret ?? [], omitRequests: values['omit-requests'] ?? false })
  await writeFile(target, await writeBundle(bundle), { flag: 'wx' })
  const { replaced } = bundle.redaction
  output.print(values.json ? JSON.stringify(bundle.redaction) : `Wrote ${target}. ${replaced} texts are replaced in all.`)
  return 0
}

/** Code that the user of the command names, never the bundle. */
async function loadAgent(file: string): Promise<NonNullable<ReplayOptions['configure']>> {
  const loaded = (await import(pathToFileURL(resolve(file)).href)) as { default?: unknown }
  if (typeof loaded.default !== 'function')
    throw new PfError('invalid_config', 'The module of --agent must have a default export that takes and returns options of an agent.')
  return loaded.default as NonNullable<ReplayOptions['configure']>
}

const load = async (file: string): Promise<Bundle> => readBundle(await readFile(file))

function mistake(output: CommandOutput, text: string): number {
  output.printError(text)
  return 2
}

/** Returns the text for a fault of the command or of a file; undefined for any other error. */
function textOf(error: unknown): string | undefined {
  if (PfError.isInstance(error)) return [error.message, ...issueLines(error)].join('\n')
  if (!(error instanceof Error) || !('code' in error)) return undefined
  const code = String(error.code)
  if (code === 'EEXIST') return 'The file to write exists already. Name another one.'
  return code.startsWith('ERR_PARSE_ARGS') || /^E[A-Z]+$/.test(code) ? error.message : undefined
}

function issueLines({ fields }: PfError): string[] {
  const { issues } = fields
  if (!Array.isArray(issues)) return []
  return issues.map((issue: { code?: unknown; pointer?: unknown }) => `  ${String(issue.pointer) || '/'}: ${String(issue.code)}`)
}
