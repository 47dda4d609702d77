/**
 * Receives log lines, such as a logger of `pino`. Fields are JSON values in snake_case; the message is one sentence. What a method throws is
 * ignored.
 */
export interface Logger {
  debug(fields: Record<string, unknown>, message: string): void
  info(fields: Record<string, unknown>, message: string): void
  warn(fields: Record<string, unknown>, message: string): void
  error(fields: Record<string, unknown>, message: string): void
}
