export interface Snippet {
  file: string
  line: number
  name: string
  code: string
  lines: number[]
  runs: boolean
}

export function readSnippets(file: string, page: string): Snippet[]
export function importsOf(code: string): string[]
