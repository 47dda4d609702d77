// The public API of @pf/bundle/read: reading and validating a bundle, in browsers as well.
export type { Bundle, BundledArtifact, BundledRun } from './format/bundle.ts'
export { checkBundle, type ReadBundleLimits, readBundle } from './format/read-bundle.ts'
