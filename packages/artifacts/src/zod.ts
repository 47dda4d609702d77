// The zod face of @pf/artifacts; nothing inside the package imports this file.
export type { SourceProperty } from './marking/artifact-mark.ts'
export type { ArtifactOptions } from './marking/zod/artifact.ts'
export { artifact } from './marking/zod/artifact.ts'
export type { RowOf, SourceFieldMap } from './marking/zod/produces-sources.ts'
export { producesSources } from './marking/zod/produces-sources.ts'
export { toolResponseType } from './marking/zod/tool-response-type.ts'
