/** What a command gets from its process. */
export interface CommandContext {
  cwd: string
  env: Readonly<Record<string, string | undefined>>
  print(text: string): void
  /** Progress and faults. */
  printError(text: string): void
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
}
