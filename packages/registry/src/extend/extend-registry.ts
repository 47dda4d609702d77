import { PfError } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { nearest } from '../checks/nearest.ts'
import type { ComponentEntry, ComponentFlags } from '../contracts/component-entry.ts'
import type { ComponentKit } from '../contracts/component-kit.ts'
import type { Registry } from '../contracts/registry-data.ts'
import { interactiveTool } from '../lookup/interactive-tool.ts'
import { catalogLine } from '../prompt/catalog-form.ts'
import { estimateMaxTokens } from '../prompt/estimate-tokens.ts'
import { kitFromFunction } from './kit-from-function.ts'
import { type ComponentDescription, fallbackSignature, type RegistryComponent } from './registry-component.ts'
import { schemaCostFault } from './schema-cost-fault.ts'
import { sha256 } from './sha256.ts'

/** The properties of an existing component that can be replaced. Its props stay the same. */
export type ComponentOverride = Partial<Pick<ComponentEntry, 'description' | 'need' | 'when' | 'tags' | 'height' | 'optIn' | 'example'>> &
  Pick<RegistryComponent, 'text' | 'signature'>

/** Changes to a registry. Components are removed first, then overridden, then added. */
export interface RegistryChanges {
  components?: readonly RegistryComponent[]
  remove?: readonly string[]
  override?: Readonly<Record<string, ComponentOverride>>
  /** Defaults to the version of the base, `+` and the first 8 digits of the new digest. */
  version?: string
}

/**
 * Returns a registry with components added, removed or overridden. Pass it to `createPolicy({ registry })`. A removed name can be added
 * again. Throws PfError `invalid_config`, which lists every fault: unknown or duplicate names, an example that fails its own validation, a
 * component without validation.
 */
export function extendRegistry(base: Registry, changes: RegistryChanges): Registry {
  try {
    const faults = changeFaults(changes)
    if (faults.length > 0) throw new PfError('invalid_config', `Registry: ${faults.join('; ')}`.slice(0, 1000), { fields: { faults } })
    return extended(base, changes)
  } catch (cause) {
    if (PfError.isInstance(cause)) throw cause
    throw new PfError('invalid_config', 'Registry: a change has the wrong type', { cause })
  }
}

/** Returns the changes that have another form than `RegistryChanges`. */
function changeFaults(changes: unknown): string[] {
  if (!isRecord(changes)) return ['the changes must be {components?, remove?, override?, version?}']
  const { components = [], remove = [], override = {} } = changes
  const wrongComponents = (list: unknown[]) =>
    list.flatMap((part, index) => (isRecord(part) && isRecord(part.entry) ? [] : [`components[${index}] must be {entry, kit} or {entry, validate}`]))
  return [
    ...(Array.isArray(components) ? wrongComponents(components) : ['components must be a list']),
    ...(Array.isArray(remove) && remove.every((name) => typeof name === 'string') ? [] : ['remove must be a list of names']),
    ...(isRecord(override)
      ? Object.entries(override).flatMap(([name, change]) =>
          isRecord(change) ? [] : [`override.${name.slice(0, 64)} must be an object such as {description}`],
        )
      : ['override must be an object whose members are names of components']),
  ]
}

function extended(base: Registry, { components = [], remove = [], override = {}, version }: RegistryChanges): Registry {
  const faults: string[] = [...remove, ...Object.keys(override)].filter((name) => !base.flags.has(name)).map((name) => unknownName(name, base))
  const kept = base.entries
    .filter(({ name }) => !remove.includes(name))
    .map((entry) => overridden(fromBase(entry, base), Object.hasOwn(override, entry.name) ? override[entry.name] : undefined))
  const added = components.map(complete)
  const all = [...kept, ...added]
  faults.push(
    ...all.flatMap((part, index) => (all.findIndex(({ entry }) => entry.name === part.entry.name) < index ? [`${part.entry.name} occurs twice`] : [])),
  )
  faults.push(...[...added, ...kept.filter(({ entry }) => Object.hasOwn(override, entry.name))].flatMap((part) => partFaults(part, base)))
  if (faults.length > 0) throw new PfError('invalid_config', `Registry: ${faults.join('; ')}`.slice(0, 1000), { fields: { faults } })
  return assemble(base, inOrder(all, base), version)
}

/** A component with all data that a registry stores for it. */
interface Part extends Omit<RegistryComponent, 'kit' | 'entry'> {
  entry: ComponentEntry
  kit: ComponentKit | undefined
}

const unknownName = (name: string, base: Registry) => {
  const close = nearest(name, [...base.flags.keys()])
  return `there is no ${name.slice(0, 64)}${close === undefined ? '' : ` (did you mean ${close}?)`}`
}

function fromBase(entry: ComponentEntry, base: Registry): Part {
  const { name } = entry
  const [model, text, signature, tokens] = [base.models.get(name), base.texts.get(name), base.signatures.get(name), base.tokens.get(name)]
  return {
    entry,
    kit: base.kits.get(name),
    ...(model ? { model } : {}),
    ...(text ? { text } : {}),
    ...(signature === undefined ? {} : { signature }),
    ...(tokens ? { tokens } : {}),
  }
}

/** Replaces the texts of a component and removes its token counts, which no longer apply. */
function overridden(part: Part, change: ComponentOverride | undefined): Part {
  if (!change) return part
  const { text = part.text, signature = part.signature, ...words } = change
  const { tokens: _, ...rest } = part
  return { ...rest, entry: { ...part.entry, ...words }, ...(text ? { text } : {}), ...(signature === undefined ? {} : { signature }) }
}

function complete({ entry, kit, validate, answer, ...more }: RegistryComponent): Part {
  const made = kit ?? (validate ? kitFromFunction(entry, validate, answer) : undefined)
  return { ...more, entry: { ...entry, dataPaths: entry.dataPaths ?? [] }, kit: made && answer ? { ...made, answer } : made }
}

function partFaults({ entry, kit, model }: Part, base: Registry): string[] {
  const { name, category, interactive, example, propsSchema, resultSchema } = entry
  const invalid = invalidFields(entry)
  if (invalid.length > 0) return [`${String(name).slice(0, 64)}: ${invalid.join(', ')} missing or of the wrong type`]
  const refused = [schemaCostFault(propsSchema), resultSchema && schemaCostFault(resultSchema)].filter((fault) => fault !== undefined)
  if (refused.length > 0) return refused.map((fault) => `${String(name).slice(0, 64)}: its schema is refused because ${fault}`)
  const faults = [
    ...(/^[a-z][a-z0-9_]{0,31}$/.test(name) ? [] : ['a name must consist of lower-case letters, digits and _']),
    ...(base.categories.some((known) => known.name === category) ? [] : [`unknown category ${category}`]),
    ...(kit ? [] : ['it has neither kit nor validate']),
    ...(kit && (kit.name !== name || kit.interactive !== interactive) ? ['its kit is for another component'] : []),
    ...(kit && interactive && !kit.answer ? ['it is interactive but has no rules for its answers'] : []),
    ...(kit && !(model ?? kit.full)(example.props) ? ['its example does not pass its own validation'] : []),
  ]
  return faults.map((fault) => `${String(name).slice(0, 64)}: ${fault}`)
}

/** Returns the names of fields that are missing or have a wrong type. */
function invalidFields({ tags, propsSchema, example, ...entry }: ComponentDescription & Pick<ComponentEntry, 'tags' | 'example'>): string[] {
  return [
    ...(['name', 'description', 'need', 'when'] as const).filter((key) => typeof entry[key] !== 'string'),
    ...(Array.isArray(tags) && tags.every((tag) => typeof tag === 'string') ? [] : ['tags']),
    ...(isRecord(propsSchema) ? [] : ['propsSchema']),
    ...(isRecord(example) && isRecord(example.props) ? [] : ['example']),
  ]
}

function inOrder(parts: readonly Part[], { categories }: Registry): Part[] {
  const rank = ({ entry }: Part) => categories.findIndex(({ name }) => name === entry.category)
  return parts.toSorted((a, b) => rank(a) - rank(b))
}

function assemble(base: Registry, parts: readonly Part[], version: string | undefined): Registry {
  const entries = parts.map(({ entry }) => entry)
  const signatures = named(parts, (part) => part.signature ?? fallbackSignature(part.entry))
  const digest = sha256(JSON.stringify({ base: base.digest, categories: base.categories, entries, signatures: [...signatures] }))
  const lines = named(parts, ({ entry }) => catalogLine(entry))
  return {
    version: version ?? `${base.version}+${digest.slice(0, 8)}`,
    digest,
    categories: base.categories,
    entries,
    flags: named(parts, ({ entry }) => flagsOf(entry)),
    kits: named(parts, ({ kit }) => kit),
    models: named(parts, ({ model, kit }) => model ?? kit?.full),
    signatures,
    lines,
    tokens: named(parts, ({ entry, tokens }) => tokens ?? estimate(entry, lines.get(entry.name) ?? '', signatures.get(entry.name) ?? '')),
    texts: named(parts, ({ text }) => text),
    tools: toolsFor(base, entries),
  }
}

function named<T>(parts: readonly Part[], value: (part: Part) => T | undefined): Map<string, T> {
  return new Map(
    parts.flatMap((part) => {
      const own = value(part)
      return own === undefined ? [] : [[part.entry.name, own] as const]
    }),
  )
}

const flagsOf = ({ interactive, optIn, height }: ComponentEntry): ComponentFlags => ({
  height,
  ...(interactive ? { interactive } : {}),
  ...(optIn ? { optIn } : {}),
})

function estimate({ name, propsSchema, example }: ComponentEntry, line: string, signature: string) {
  return {
    line: estimateMaxTokens(line),
    signature: estimateMaxTokens(signature),
    schema: estimateMaxTokens(JSON.stringify(propsSchema)),
    example: estimateMaxTokens(JSON.stringify({ component: name, props: example.props })),
  }
}

/** Returns the tools of the base and one tool for each interactive component. Policies limit the names in them. */
const toolsFor = (base: Registry, entries: readonly ComponentEntry[]) => [
  ...base.tools.filter(({ component }) => component === undefined),
  ...entries.filter(({ interactive }) => interactive).map(interactiveTool),
]
