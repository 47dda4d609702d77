// The public API of @pf/cli. Modules of this package do not import this file.
export type { Added, Addition } from './add/add.ts'
export { add, FileExistsError } from './add/add.ts'
export type { McpTransport } from './add/files.ts'
export { type Names, namesOf } from './add/names.ts'
export type { Finding } from './checks/finding.ts'
export { NoAppError } from './checks/no-app-error.ts'
export type { StreamCheck } from './checks/stream.ts'
export { type DiagnoseOptions, diagnose } from './diagnose.ts'
