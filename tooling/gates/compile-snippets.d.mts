import type { Snippet } from './read-snippets.mjs'

export function compileSnippets(folder: string, snippets: readonly Snippet[]): string[]
