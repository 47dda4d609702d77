// The public API of @pf/bundle/node: what needs files.
export { testBundles } from './command/test-bundles.ts'
export { createFileRecorder } from './recorder/file-recorder.ts'
