import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isRecord } from '@pf/core/internal'
import { Ajv2020 } from 'ajv/dist/2020.js'
import meta from '../../schemas/component.schema.json' with { type: 'json' }
import { checkComponent, type ForeignCheck } from './check.ts'
import { doubledKeys } from './doubled-keys.ts'
import { lintComponent } from './lint.ts'
import { type ChoiceTexts, overlapFaults } from './overlap.ts'
import type { Catalog, Definition, Source } from './schema.ts'

/** What a folder of components is checked against besides itself. */
export interface Surroundings {
  /** Stands in for a missing catalog.json. */
  catalog?: Catalog
  /** Components that are there already: none may be named or described alike. */
  others?: readonly ChoiceTexts[]
  foreign?: ForeignCheck
  /** Where the text form of a component may be, from the folder; one of these files must exist. */
  texts?(name: string): readonly string[]
}

/** A component file that holds JSON. */
interface ComponentFile {
  file: string
  /** Only the parts that `broken` does not name have the right shape. */
  definition: Definition
  broken: ReadonlySet<string>
  /** Faults of this file alone, without its path. */
  faults: string[]
}

/** Reads catalog.json and components/*.json of a folder; throws one error that lists every fault of every file as `file:pointer: what`. */
export function loadSource(root: string, surroundings: Surroundings = {}): Source {
  const faults: string[] = []
  const catalog = readCatalog(root, surroundings, faults)
  if (files(root).length === 0) faults.push(`components: holds no .json file (in ${root})`)
  const found = files(root).flatMap((file) => readComponent(root, file, faults))
  const others = (surroundings.others ?? []).filter(({ name }) => !catalog?.replaces?.includes(name))
  for (const one of found) faults.push(...one.faults, ...faultsAmong(one, found, others, surroundings, root).map((fault) => `components/${one.file}:${fault}`))
  if (faults.length > 0 || !catalog) throw new Error(faults.join('\n'))
  return {
    catalog,
    components: inOrder(
      found.map(({ definition }) => definition),
      catalog,
    ),
  }
}

const files = (root: string) =>
  existsSync(join(root, 'components'))
    ? readdirSync(join(root, 'components'))
        .filter((file) => file.endsWith('.json'))
        .sort()
    : []

const validate = new Ajv2020({ allErrors: true, strict: true, strictTypes: false, strictRequired: false, allowUnionTypes: true }).compile(meta as object)

function readComponent(root: string, file: string, faults: string[]): ComponentFile[] {
  const value = readJson(root, `components/${file}`, faults)
  if (value === undefined) return []
  const errors = validate(value) ? [] : (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if')
  const definition = (isRecord(value) ? value : {}) as unknown as Definition
  const broken = new Set(errors.map(({ instancePath, params }) => instancePath.split('/')[1] ?? String(params.missingProperty)))
  const lint = isSound({ definition, broken }, 'name', 'propsSchema') && !broken.has('resultSchema') ? lintComponent(definition) : []
  return [{ file, definition, broken, faults: [...errors.map(metaFault), ...lint].map((fault) => `components/${file}:${fault}`) }]
}

const isSound = ({ definition, broken }: Pick<ComponentFile, 'definition' | 'broken'>, ...keys: (keyof Definition)[]) =>
  keys.every((key) => definition[key] !== undefined && !broken.has(key))

/** What can be said only beside the other files: names, the example, the words by which a model chooses, and the text form. */
function faultsAmong(one: ComponentFile, found: ComponentFile[], others: readonly ChoiceTexts[], surroundings: Surroundings, root: string): string[] {
  const { definition, file } = one
  const choosable = (each: ComponentFile) => isSound(each, 'name', 'description', 'need', 'when')
  const rest = found.filter((each) => each !== one && choosable(each)).map((each) => each.definition)
  return [
    ...(isSound(one, 'name') ? [...nameFaults(definition, file, others), ...textFaults(root, definition, surroundings)] : []),
    ...(choosable(one) ? overlapFaults(definition, [...others, ...rest]) : []),
    ...(choosable(one) && isSound(one, 'propsSchema', 'example') ? contentFaults(one, found, surroundings.foreign) : []),
  ]
}

/** A schema with a fault, such as a reference to nothing, may not compile; then only that fault is reported. */
function contentFaults(one: ComponentFile, found: ComponentFile[], foreign: ForeignCheck | undefined): string[] {
  const sound = found.filter(({ faults }) => faults.length === 0)
  const unsound = new Set<unknown>(found.filter(({ faults }) => faults.length > 0).map(({ definition }) => definition.name))
  const check: ForeignCheck = (component, props) => (unsound.has(component) ? [] : foreign?.(component, props))
  try {
    return checkComponent(
      one.definition,
      [...new Set([...sound, one])].map(({ definition }) => definition),
      check,
    )
  } catch (error) {
    if (one.faults.length === 0) throw error
    return []
  }
}

const metaFault = ({ instancePath, message, params }: { instancePath: string; message?: string | undefined; params: Record<string, unknown> }) =>
  `${instancePath || '/'}: ${message ?? 'does not fit'}${[params.additionalProperty, params.allowedValue, params.allowedValues].map(aside).join('')}`

const aside = (detail: unknown) => (detail === undefined ? '' : ` (${typeof detail === 'object' ? JSON.stringify(detail) : detail})`)

function nameFaults({ name }: Definition, file: string, others: readonly ChoiceTexts[]): string[] {
  return [
    ...(name === basename(file, '.json') ? [] : ['/name: differs from the name of the file']),
    ...(others.some((other) => other.name === name) ? [`/name: duplicate name: ${name} is there already; catalog.json may list it under replaces`] : []),
  ]
}

function textFaults(root: string, { name }: Definition, { texts }: Surroundings): string[] {
  const paths = texts?.(name)
  return !paths || paths.some((path) => existsSync(join(root, path))) ? [] : [`/name: no text form: write ${paths[0]}`]
}

function readCatalog(root: string, { catalog }: Surroundings, faults: string[]): Catalog | undefined {
  if (catalog && !existsSync(join(root, 'catalog.json'))) return catalog
  const own = readJson(root, 'catalog.json', faults)
  return own === undefined ? undefined : { ...catalog, ...(own as Catalog) }
}

function readJson(root: string, path: string, faults: string[]): unknown {
  try {
    const text = readFileSync(join(root, path), 'utf8')
    const value: unknown = JSON.parse(text)
    faults.push(...doubledKeys(text).map((pointer) => `${path}:${pointer}: stands there twice`))
    return value
  } catch (cause) {
    faults.push(`${path}: ${cause instanceof Error ? cause.message : cause}`)
    return undefined
  }
}

/** Catalogue order: categories as catalog.json lists them, names in alphabetical order inside. */
function inOrder(components: Definition[], catalog: Catalog): Definition[] {
  const rank = (definition: Definition) => catalog.categories.findIndex((category) => category.name === definition.category)
  return components.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
}
