// The public API of create-pf-app. Modules of this package do not import this file.
export type { Project, ProjectOptions } from './create-project.ts'
export { createProject } from './create-project.ts'
export type { Choices, PackageManager, Store, Template } from './options/choices.ts'
export { UsageError } from './options/usage-error.ts'
