// The zod entry of @pf/artifacts. Nothing inside the package imports this file.
export type { SourceProperty } from './marking/artifact-mark.ts'
export type { ArtifactOptions, RowOf, SourceFieldMap } from './marking/zod/artifact.ts'
export { artifact, producesSources, toolResponseType } from './marking/zod/artifact.ts'
