import { parseArgs } from 'node:util'
import { type Choices, isPackageManager, isStore, isTemplate, packageManagers, stores, templates } from './choices.ts'
import { UsageError } from './usage-error.ts'

/** What the command line says. Choices that it leaves open are missing. */
export interface Flags extends Partial<Choices> {
  folder?: string
  yes: boolean
  help: boolean
  version: boolean
}

const options = {
  template: { type: 'string' },
  store: { type: 'string' },
  model: { type: 'string' },
  'package-manager': { type: 'string' },
  'with-rich-output': { type: 'boolean' },
  'no-rich-output': { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const

const hint = 'npm create pf-app -- --help lists the options.'

/** Reads the arguments of the command. Throws UsageError for an unknown option, a missing or invalid value, and a second folder. */
export function readFlags(args: readonly string[]): Flags {
  const { values, positionals, tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true })
  for (const token of tokens) if (token.kind === 'option') checkOption(token)
  if (positionals.length > 1) throw new UsageError(`Only one folder can be made, but ${positionals.length} are named. ${hint}`)
  if (values['with-rich-output'] && values['no-rich-output'])
    throw new UsageError('--with-rich-output and --no-rich-output exclude each other; give one of them.')
  const { template, store, model, 'package-manager': packageManager } = values
  return {
    ...(positionals[0] === undefined ? {} : { folder: positionals[0] }),
    ...(template === undefined ? {} : { template: choose('template', String(template), isTemplate, Object.keys(templates)) }),
    ...(store === undefined ? {} : { store: choose('store', String(store), isStore, Object.keys(stores)) }),
    ...(model === undefined ? {} : { model: readModel(String(model)) }),
    ...(packageManager === undefined ? {} : { packageManager: choose('package-manager', String(packageManager), isPackageManager, packageManagers) }),
    ...(values['with-rich-output'] || values['no-rich-output'] ? { richOutput: values['with-rich-output'] === true } : {}),
    yes: values.yes === true,
    help: values.help === true,
    version: values.version === true,
  }
}

function checkOption({ name, rawName, value }: { name: string; rawName: string; value: string | undefined }): void {
  const option = Object.hasOwn(options, name) ? options[name as keyof typeof options] : undefined
  if (option === undefined) throw new UsageError(`There is no option ${rawName.slice(0, 40)}. ${hint}`)
  if (option.type === 'string' && (value === undefined || value === '' || value.startsWith('-'))) throw new UsageError(`${rawName} needs a value. ${hint}`)
  if (option.type === 'boolean' && value !== undefined) throw new UsageError(`${rawName} takes no value.`)
}

function choose<T extends string>(option: string, value: string, isOne: (value: string) => value is T, all: readonly string[]): T {
  if (isOne(value)) return value
  throw new UsageError(`--${option} is "${value.slice(0, 40)}"; choose one of ${all.join(', ')}.`)
}

function readModel(name: string): string {
  if (/^[\w./:@+-]{1,200}$/.test(name)) return name
  throw new UsageError('--model must be the name of a model, of letters, digits and . / : @ + - _, for example gpt-5-mini.')
}
