import type { Snippet } from './read-snippets.mjs'

export function snippetFolder(snippets: readonly Pick<Snippet, 'name' | 'code'>[], libraries: Iterable<string>): string
