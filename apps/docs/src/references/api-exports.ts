import ts from 'typescript'
import type { ApiEntry } from './api-entries.ts'

/** An export of an entry. */
export interface ApiExport {
  name: string
  kind: string
  /** Its documentation as Markdown, without tags. */
  text: string
  /** Its declaration with the comments of its members; undefined if another package declares it. */
  declaration: string | undefined
  /** The entry that declares it, if that is another one. */
  from: string | undefined
}

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.ReactJSX,
  skipLibCheck: true,
  types: [],
}

/** Reads the exports of each entry from its declarations. */
export function apiExports(entries: readonly ApiEntry[]): Map<ApiEntry, ApiExport[]> {
  const program = ts.createProgram(
    entries.map(({ types }) => types),
    options,
  )
  const checker = program.getTypeChecker()
  const homes = new Map<ts.Symbol, ApiEntry>()
  const resolved = new Map(entries.map((entry) => [entry, symbolsOf(program, checker, entry)]))
  // An export of several entries belongs to the first that has it and whose package declares it.
  for (const [entry, symbols] of resolved) for (const { symbol } of symbols) if (!homes.has(symbol) && declaredIn(symbol, entry)) homes.set(symbol, entry)
  return new Map([...resolved].map(([entry, symbols]) => [entry, symbols.map(({ name, symbol }) => describe(name, symbol, entry, homes.get(symbol)))]))

  function describe(name: string, symbol: ts.Symbol, entry: ApiEntry, home: ApiEntry | undefined): ApiExport {
    const [declaration] = declarationsOf(symbol)
    const elsewhere = home !== entry
    return {
      name,
      kind: declaration ? kindOf(declaration) : 'value',
      text: textOf(symbol),
      declaration: elsewhere ? undefined : declarationsOf(symbol).map(write).join('\n'),
      from: elsewhere ? home?.name : undefined,
    }
  }

  function textOf(symbol: ts.Symbol): string {
    const text = ts.displayPartsToString(symbol.getDocumentationComment(checker))
    const tags = symbol.getJsDocTags(checker).filter(({ name }) => name !== 'public' && name !== 'internal')
    return [text, ...tags.map(({ name, text: parts }) => `**@${name}** ${ts.displayPartsToString(parts)}`)].filter(Boolean).join('\n\n')
  }
}

function symbolsOf(program: ts.Program, checker: ts.TypeChecker, { name, types }: ApiEntry): { name: string; symbol: ts.Symbol }[] {
  const file = program.getSourceFile(types)
  const module = file && checker.getSymbolAtLocation(file)
  if (!module) throw new Error(`${name} exports nothing`)
  return checker
    .getExportsOfModule(module)
    .map((symbol) => ({ name: symbol.name, symbol: symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))
}

const declaredIn = (symbol: ts.Symbol, { folder }: ApiEntry) =>
  declarationsOf(symbol).some((declaration) => declaration.getSourceFile().fileName.includes(`/packages/${folder}/`))

function declarationsOf(symbol: ts.Symbol): ts.Declaration[] {
  return symbol.declarations ?? []
}

function kindOf(declaration: ts.Declaration): string {
  if (ts.isFunctionDeclaration(declaration)) return 'function'
  if (ts.isClassDeclaration(declaration)) return 'class'
  if (ts.isInterfaceDeclaration(declaration)) return 'interface'
  if (ts.isTypeAliasDeclaration(declaration)) return 'type'
  return 'constant'
}

/** The text of a declaration without the comment above it, with indentation of two spaces. */
function write(declaration: ts.Declaration): string {
  const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration
  return node
    .getText()
    .replace(/^(export )?(declare )?/, '')
    .replaceAll(/^( {4})+/gm, (indentation) => ' '.repeat(indentation.length / 2))
}
