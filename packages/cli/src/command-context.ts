/** The surroundings of the command. */
export interface CommandContext {
  cwd: string
  nodeVersion: string
  print(text: string): void
  printError(text: string): void
}
