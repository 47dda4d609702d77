import { join } from 'node:path'
import ts from 'typescript'

const options = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  jsx: ts.JsxEmit.ReactJSX,
  types: ['node'],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
}

/** Returns the type errors of snippets in a folder, compiled against the built packages, each with its location on the page. */
export function compileSnippets(folder, snippets) {
  const program = ts.createProgram(
    snippets.map(({ name }) => join(folder, name)),
    { ...options, typeRoots: [join(folder, 'node_modules/@types')] },
  )
  const byPath = new Map(snippets.map((snippet) => [join(folder, snippet.name), snippet]))
  return ts.getPreEmitDiagnostics(program).map((fault) => `${placeOf(fault, byPath)}: ${ts.flattenDiagnosticMessageText(fault.messageText, ' ')}`)
}

function placeOf({ file, start }, byPath) {
  const snippet = file && byPath.get(file.fileName)
  if (!snippet) return file?.fileName ?? 'snippets'
  return `${snippet.file}:${snippet.lines[file.getLineAndCharacterOfPosition(start).line] || snippet.line}`
}
