import type { Snippet } from './read-snippets.mjs'

export function runSnippets(folder: string, snippets: readonly Snippet[], env?: Record<string, string>): Promise<string[]>
