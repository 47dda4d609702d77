// The public API of @pf/cli. Modules of this package do not import this file.
export type { Finding } from './checks/finding.ts'
export type { StreamCheck } from './checks/stream.ts'
export { type DiagnoseOptions, diagnose, NoAppError } from './diagnose.ts'
